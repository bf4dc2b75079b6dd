import Alert from '@cloudscape-design/components/alert';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { bodyOf } from '../api/client.ts';
import { useAction } from '../feedback/action.ts';
import { Failure } from '../feedback/failure.tsx';
import { useApi } from '../session/organization.tsx';
import { Dialog } from '../shell/dialog.tsx';
import {
  consequencesOf,
  MAX_PACKS,
  type OrganizationDetails,
  PACK_MESSAGES,
  type PlanChoice,
  planOf,
  plans,
  settledChoice,
} from './plans.ts';

interface ChangePlanProps {
  readonly organization: OrganizationDetails;
  /** How many there are. */
  readonly webhooks: number;
  readonly onClose: () => void;
}

/** Asks for another plan, and says what it changes before it does. */
export function ChangePlan({ organization, webhooks, onClose }: ChangePlanProps) {
  const [plan, setPlan] = useState(organization.plan);
  const [packs, setPacks] = useState(String(organization.extraPacks));
  const isCount = /^\d{1,5}$/.test(packs) && Number(packs) <= MAX_PACKS;
  const to = settledChoice({ plan, extraPacks: isCount ? Number(packs) : 0 });
  const isOther = to.plan !== organization.plan || to.extraPacks !== organization.extraPacks;
  const { hasPacks } = planOf(plan);
  const isReady = isOther && (isCount || !hasPacks);
  const save = useSavePlan(onClose);
  return (
    <Dialog
      title="Change the plan"
      action="Change plan"
      isReady={isReady}
      isBusy={save.isPending}
      onAction={() => save.mutate(to)}
      onClose={onClose}
    >
      <SpaceBetween size="l">
        <FormField label="Plan">
          <RadioGroup
            value={plan}
            onChange={({ detail }) => setPlan(planOf(detail.value).name)}
            items={plans.map(({ name, label, messages, webhooks: limit }) => ({
              value: name,
              label: name === organization.plan ? `${label} (now)` : label,
              description: `${messages.toLocaleString()} messages a month, ${limit} webhooks`,
            }))}
          />
        </FormField>
        {hasPacks && (
          <FormField
            label="Extra packs"
            description={`${PACK_MESSAGES.toLocaleString()} more messages a month each.`}
            errorText={isCount ? '' : `A whole number from 0 to ${MAX_PACKS.toLocaleString()}.`}
          >
            <Input type="number" value={packs} inputMode="numeric" onChange={({ detail }) => setPacks(detail.value)} />
          </FormField>
        )}
        {isReady && (
          <Consequences from={organization} to={to} inUse={{ messages: organization.usage.count, webhooks }} />
        )}
        {save.error !== null && <Failure error={save.error} />}
      </SpaceBetween>
    </Dialog>
  );
}

function Consequences(change: Parameters<typeof consequencesOf>[0]) {
  const { facts, breaks } = consequencesOf(change);
  return (
    <Alert type={breaks.length === 0 ? 'info' : 'warning'} header="What changes">
      {[...breaks, ...facts].map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Alert>
  );
}

function useSavePlan(onDone: () => void) {
  const { client, organizationId } = useApi();
  return useAction({
    told: 'Plan changed. It applies from the next notification.',
    quiet: true,
    run: (body: PlanChoice) =>
      bodyOf(client.PATCH('/api/v1/organizations/{organizationId}', { params: { path: { organizationId } }, body })),
    onDone,
  });
}
