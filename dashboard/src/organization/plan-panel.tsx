import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { UsageBar } from '../overview/usage-panel.tsx';
import { useMay } from '../session/organization.tsx';
import { useWebhooks } from '../webhooks/webhook-queries.ts';
import { ChangePlan } from './change-plan.tsx';
import { messagesOf, type OrganizationDetails, planOf } from './plans.ts';

/** The plan with its limits, and what is used of them. Only owners may change it. */
export function PlanPanel({ organization }: { readonly organization: OrganizationDetails }) {
  const isOwner = useMay('owner');
  const webhooks = useWebhooks();
  const [isChanging, setChanging] = useState(false);
  const { usage, extraPacks } = organization;
  const plan = planOf(organization.plan);
  return (
    <Container
      header={
        <Header
          description={
            usage.limit === null
              ? 'Plans are off in this deployment.'
              : isOwner
                ? 'What may be sent in a month, and how many webhooks there may be.'
                : 'What may be sent in a month, and how many webhooks there may be. An owner can change it.'
          }
          actions={isOwner && usage.limit !== null && <Button onClick={() => setChanging(true)}>Change plan</Button>}
        >
          Plan and usage
        </Header>
      }
    >
      <SpaceBetween size="l">
        {usage.limit !== null && (
          <KeyValuePairs
            columns={4}
            items={[
              { label: 'Plan', value: plan.label },
              { label: 'Extra packs', value: plan.hasPacks ? extraPacks.toLocaleString() : 'Not in this plan' },
              { label: 'Messages a month', value: messagesOf(organization).toLocaleString() },
              { label: 'Webhooks', value: `${webhooks.data?.length ?? 0} of ${plan.webhooks}` },
            ]}
          />
        )}
        <UsageBar usage={usage} />
      </SpaceBetween>
      {isChanging && (
        <ChangePlan
          organization={organization}
          webhooks={webhooks.data?.length ?? 0}
          onClose={() => setChanging(false)}
        />
      )}
    </Container>
  );
}
