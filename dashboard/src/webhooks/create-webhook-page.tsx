import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { faultsOf } from '../api/api-error.ts';
import { faultsAt } from '../forms/faults-at.ts';
import { usePaths } from '../session/organization.tsx';
import { Actions } from '../shell/actions.tsx';
import { LearnMore } from '../shell/learn-more.tsx';
import { PageButton } from '../shell/page-button.tsx';
import { Page } from '../shell/page.tsx';
import { AlertsToggle } from './alerts-toggle.tsx';
import { presetOptions, reportsAlerts, toPreset } from './presets.ts';
import { useCreateWebhook } from './webhook-actions.ts';

/** Makes a webhook. */
export function CreateWebhookPage() {
  const to = usePaths();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [preset, setPreset] = useState('');
  const [requireApiKey, setRequireApiKey] = useState(false);
  // Undecided: as the sender suggests.
  const [isGrouped, setGrouped] = useState<boolean>();
  const [fault, setFault] = useState('');
  const create = useCreateWebhook(({ id }) => void navigate(to(`webhooks/${id}`)));
  const chosen = toPreset(preset);
  const hasAlerts = isGrouped ?? reportsAlerts(chosen);
  const submit = () => {
    if (name.trim() === '') return setFault('Give it a name, such as what sends to it.');
    create.mutate({
      name: name.trim(),
      requireApiKey,
      ...(chosen !== undefined && { preset: chosen }),
      ...(hasAlerts && { lifecycle: {} }),
    });
  };
  return (
    <Page title="Create webhook" above={[{ text: 'Webhooks', path: 'webhooks' }]}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Form
          actions={
            <Actions>
              <PageButton variant="link" href={to('webhooks')}>
                Cancel
              </PageButton>
              <Button variant="primary" formAction="submit" loading={create.isPending}>
                Create webhook
              </Button>
            </Actions>
          }
        >
          <Container>
            <SpaceBetween size="l">
              <FormField
                label="Name"
                description="What sends to it. Shown with each message."
                errorText={fault || faultsAt('name', faultsOf(create.error))}
              >
                <Input
                  value={name}
                  placeholder="Production alerts"
                  onChange={({ detail }) => {
                    setName(detail.value);
                    setFault('');
                  }}
                />
              </FormField>
              <FormField
                label="Sender"
                description="A preset turns what this sender sends into readable notifications. It cannot be changed later."
                info={<LearnMore about="presets" page="senders#presets" />}
              >
                <Select
                  options={presetOptions}
                  selectedOption={presetOptions.find(({ value }) => value === preset) ?? null}
                  filteringType="auto"
                  onChange={({ detail }) => setPreset(detail.selectedOption.value ?? '')}
                />
              </FormField>
              <AlertsToggle checked={hasAlerts} onChange={setGrouped} />
              <Toggle
                checked={requireApiKey}
                description="Senders must then send the header Authorization: Bearer with a key that is shown once. Leave this off for services that cannot set headers: the address is then the only secret."
                onChange={({ detail }) => setRequireApiKey(detail.checked)}
              >
                Require an API key
              </Toggle>
            </SpaceBetween>
          </Container>
        </Form>
      </form>
    </Page>
  );
}
