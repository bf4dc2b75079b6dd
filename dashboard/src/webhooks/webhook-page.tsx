import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Tabs from '@cloudscape-design/components/tabs';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Webhook } from '../api/types.ts';
import { Confirm } from '../feedback/confirm.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { useMay, usePaths } from '../session/organization.tsx';
import { Actions } from '../shell/actions.tsx';
import { PageButton } from '../shell/page-button.tsx';
import { Page } from '../shell/page.tsx';
import { lifecycleDraftOf } from './lifecycle-draft.ts';
import { LifecycleFields } from './lifecycle-fields.tsx';
import { LinkedChannels } from './linked-channels.tsx';
import { Snippets } from './snippets.tsx';
import { TemplateFields } from './template-fields.tsx';
import { useWebhookActions } from './webhook-actions.ts';
import { WebhookFacts } from './webhook-facts.tsx';
import { useWebhook } from './webhook-queries.ts';

/** One webhook: its address, key, channels, templates, alerts. */
export function WebhookPage() {
  const { webhookId = '' } = useParams();
  return <Loaded query={useWebhook(webhookId)}>{(webhook) => <Details webhook={webhook} />}</Loaded>;
}

function Details({ webhook }: { readonly webhook: Webhook }) {
  const may = useMay('admin');
  const to = usePaths();
  return (
    <Page
      title={webhook.name}
      above={[{ text: 'Webhooks', path: 'webhooks' }]}
      actions={
        <Actions>
          <PageButton href={to(`messages?webhook=${webhook.id}`)}>View messages</PageButton>
          {webhook.lifecycle !== null && <PageButton href={to(`alerts?webhook=${webhook.id}`)}>View alerts</PageButton>}
          {may && <PageButton href={to(`webhooks/${webhook.id}/edit`)}>Edit</PageButton>}
          {may && <WebhookButtons webhook={webhook} />}
        </Actions>
      }
    >
      <WebhookFacts webhook={webhook} />
      <Tabs
        ariaLabel="Parts of the webhook"
        tabs={[
          {
            id: 'channels',
            label: `Channels (${webhook.channels.length})`,
            content: <LinkedChannels webhook={webhook} />,
          },
          { id: 'snippets', label: 'Send to it', content: <Snippets webhook={webhook} /> },
          {
            id: 'templates',
            label: 'Templates',
            content: <TemplateFields webhook={webhook} draft={webhook.templates ?? {}} />,
          },
          {
            id: 'alerts',
            label: webhook.lifecycle === null ? 'Alerts (off)' : 'Alerts',
            content: (
              <LifecycleFields webhook={webhook} draft={webhook.lifecycle && lifecycleDraftOf(webhook.lifecycle)} />
            ),
          },
        ]}
      />
    </Page>
  );
}

type Asked = 'disable' | 'regenerate-url' | 'regenerate-key' | 'delete';

function WebhookButtons({ webhook }: { readonly webhook: Webhook }) {
  const [asked, setAsked] = useState<Asked>();
  const { patch } = useWebhookActions(webhook.id);
  const ask = (id: string) => {
    if (id === 'regenerate-url' || id === 'regenerate-key' || id === 'delete') setAsked(id);
  };
  return (
    <Actions>
      {webhook.enabled ? (
        <Button onClick={() => setAsked('disable')}>Disable</Button>
      ) : (
        <Button variant="primary" loading={patch.isPending} onClick={() => patch.mutate({ enabled: true })}>
          Enable
        </Button>
      )}
      <ButtonDropdown
        onItemClick={({ detail }) => ask(detail.id)}
        items={[
          { id: 'regenerate-url', text: 'Regenerate URL' },
          { id: 'regenerate-key', text: webhook.apiKeyPrefix === null ? 'Issue an API key' : 'Regenerate key' },
          { id: 'delete', text: 'Delete' },
        ]}
      >
        Actions
      </ButtonDropdown>
      {asked !== undefined && <Question asked={asked} webhook={webhook} onClose={() => setAsked(undefined)} />}
    </Actions>
  );
}

interface QuestionProps {
  readonly asked: Asked;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function Question({ asked, webhook, onClose }: QuestionProps) {
  const { patch, regenerateUrl, regenerateKey, remove } = useWebhookActions(webhook.id);
  const navigate = useNavigate();
  const to = usePaths();
  switch (asked) {
    case 'disable':
      return (
        <Confirm
          title="Disable this webhook?"
          action="Disable"
          onConfirm={() => patch.mutateAsync({ enabled: false })}
          onClose={onClose}
        >
          Senders get 403 until it is enabled again, and what they send meanwhile is not stored. It keeps its address,
          key and channels.
        </Confirm>
      );
    case 'regenerate-url':
      return (
        <Confirm
          title="Regenerate the URL?"
          action="Regenerate URL"
          onConfirm={() => regenerateUrl.mutateAsync()}
          onClose={onClose}
        >
          The current address stops working at once. Every sender gets 404 until you give it the new one.
        </Confirm>
      );
    case 'regenerate-key':
      return (
        <Confirm
          title={webhook.apiKeyPrefix === null ? 'Issue an API key?' : 'Regenerate the key?'}
          action={webhook.apiKeyPrefix === null ? 'Issue key' : 'Regenerate key'}
          onConfirm={() => regenerateKey.mutateAsync()}
          onClose={onClose}
        >
          {webhook.apiKeyPrefix === null
            ? 'The key is shown once. Senders need it only while Require an API key is on.'
            : 'The current key stops working at once. Senders that use it get 401 until you give them the new one.'}
        </Confirm>
      );
    case 'delete':
      return (
        <Confirm
          title="Delete this webhook?"
          action="Delete"
          onConfirm={async () => {
            await remove.mutateAsync();
            await navigate(to('webhooks'));
          }}
          onClose={onClose}
        >
          Its address answers 404 at once and cannot be brought back. Its channels stay, unlinked from it, and its
          messages stay visible under Messages.
        </Confirm>
      );
  }
}
