import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { failureText, faultsOf } from '../api/api-error.ts';
import type { Webhook } from '../api/types.ts';
import { Loaded } from '../feedback/loaded.tsx';
import { faultsAt } from '../forms/faults-at.ts';
import { usePaths } from '../session/organization.tsx';
import { Actions } from '../shell/actions.tsx';
import { PageButton } from '../shell/page-button.tsx';
import { Page } from '../shell/page.tsx';
import { UnsavedGuard } from '../shell/unsaved-guard.tsx';
import { LifecycleFields } from './lifecycle-fields.tsx';
import { TemplateFields } from './template-fields.tsx';
import { useSaveWebhook } from './webhook-actions.ts';
import { draftOf, patchTo, type WebhookDraft } from './webhook-draft.ts';
import { useWebhookVersion, type WebhookVersion } from './webhook-queries.ts';

/** Everything of a webhook that can be changed: name, status, key requirement, templates and alerts. */
export function EditWebhookPage() {
  const { webhookId = '' } = useParams();
  return <Loaded query={useWebhookVersion(webhookId)}>{(version) => <EditForm {...version} />}</Loaded>;
}

function EditForm({ webhook, etag }: WebhookVersion) {
  const to = usePaths();
  const navigate = useNavigate();
  const back = to(`webhooks/${webhook.id}`);
  const [draft, setDraft] = useState(() => draftOf(webhook));
  const [fault, setFault] = useState('');
  const save = useSaveWebhook(webhook.id, () => void navigate(back));
  const faults = faultsOf(save.error);
  const change = (part: Partial<WebhookDraft>) => setDraft((now) => ({ ...now, ...part }));
  const submit = () => {
    if (draft.name.trim() === '') return setFault('Give it a name, such as what sends to it.');
    const patch = patchTo(webhook, draft);
    if (Object.keys(patch).length === 0) return void navigate(back);
    save.mutate({ patch, etag });
  };
  return (
    <Page
      title={`Edit ${webhook.name}`}
      above={[
        { text: 'Webhooks', path: 'webhooks' },
        { text: webhook.name, path: `webhooks/${webhook.id}` },
      ]}
    >
      <UnsavedGuard when={(save.isIdle || save.isError) && Object.keys(patchTo(webhook, draft)).length > 0} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Form
          errorText={save.error === null ? '' : failureText(save.error)}
          actions={
            <Actions>
              <PageButton variant="link" href={back}>
                Cancel
              </PageButton>
              <Button variant="primary" formAction="submit" loading={save.isPending}>
                Save changes
              </Button>
            </Actions>
          }
        >
          <SpaceBetween size="l">
            <Container header={<Header>Details</Header>}>
              <SpaceBetween size="l">
                <FormField
                  label="Name"
                  constraintText="1 to 200 characters."
                  errorText={fault || faultsAt('name', faults)}
                >
                  <Input
                    value={draft.name}
                    onChange={({ detail }) => {
                      change({ name: detail.value });
                      setFault('');
                    }}
                  />
                </FormField>
                <Switches webhook={webhook} draft={draft} onChange={change} />
              </SpaceBetween>
            </Container>
            <TemplateFields
              webhook={webhook}
              draft={draft.templates}
              faults={faults}
              onChange={(templates) => change({ templates })}
            />
            <LifecycleFields
              webhook={webhook}
              draft={draft.lifecycle}
              faults={faults}
              onChange={(lifecycle) => change({ lifecycle })}
            />
          </SpaceBetween>
        </Form>
      </form>
    </Page>
  );
}

interface SwitchesProps {
  readonly webhook: Webhook;
  readonly draft: WebhookDraft;
  readonly onChange: (part: Partial<WebhookDraft>) => void;
}

/** The two switches; whoever turns one is told what becomes of the senders. */
function Switches({ webhook, draft, onChange }: SwitchesProps) {
  const { enabled, requireApiKey } = draft;
  const consequences = consequencesOf(webhook, draft);
  return (
    <SpaceBetween size="l">
      <FormField label="Status">
        <Toggle checked={enabled} onChange={({ detail }) => onChange({ enabled: detail.checked })}>
          {enabled ? 'Enabled' : 'Disabled'}
        </Toggle>
      </FormField>
      <FormField label="API key">
        <Toggle checked={requireApiKey} onChange={({ detail }) => onChange({ requireApiKey: detail.checked })}>
          Require an API key
        </Toggle>
      </FormField>
      <div aria-live="polite">{consequences.length > 0 && <Alert type="warning">{consequences.join(' ')}</Alert>}</div>
    </SpaceBetween>
  );
}

function consequencesOf(webhook: Webhook, { enabled, requireApiKey }: WebhookDraft): string[] {
  const consequences: string[] = [];
  if (webhook.enabled && !enabled) {
    consequences.push('Senders get 403 until it is enabled again, and what they send meanwhile is not stored.');
  }
  if (webhook.requireApiKey === requireApiKey) return consequences;
  if (!requireApiKey) consequences.push('Whoever knows the address can send from now on.');
  else if (webhook.apiKeyPrefix !== null) consequences.push('Senders that do not send the key get 401 from now on.');
  else consequences.push('No key was issued yet: every send gets 401 until you issue one under Actions.');
  return consequences;
}
