import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Filter, Link, Webhook } from '../api/types.ts';
import { useChannel } from '../channels/channel-queries.ts';
import { Loaded } from '../feedback/loaded.tsx';
import { useMay, usePaths } from '../session/organization.tsx';
import { Actions } from '../shell/actions.tsx';
import { PageButton } from '../shell/page-button.tsx';
import { Page } from '../shell/page.tsx';
import { UnsavedGuard } from '../shell/unsaved-guard.tsx';
import { useLinkActions } from '../webhooks/webhook-actions.ts';
import { useWebhook } from '../webhooks/webhook-queries.ts';
import { FilterEditor } from './filter-editor.tsx';
import { FilterTrial } from './filter-trial.tsx';

/** The filter of one link, tried on real messages as it is written. */
export function FilterPage() {
  const { webhookId = '', channelId = '' } = useParams();
  return (
    <Loaded query={useWebhook(webhookId)}>
      {(webhook) => (
        <LinkFilter
          webhook={webhook}
          link={
            webhook.channels.find((link) => link.channelId === channelId) ?? {
              channelId,
              enabled: true,
              filter: null,
              answers: false,
            }
          }
        />
      )}
    </Loaded>
  );
}

function LinkFilter({ webhook, link }: { readonly webhook: Webhook; readonly link: Link }) {
  const to = usePaths();
  const navigate = useNavigate();
  const may = useMay('admin');
  const channel = useChannel(link.channelId);
  const [filter, setFilter] = useState<Filter | null | undefined>(link.filter ?? null);
  const { put } = useLinkActions(webhook.id);
  const isOpen = put.isIdle || put.isError;
  const back = to(`webhooks/${webhook.id}`);
  const save = () => {
    if (filter === undefined) return;
    // A failure is told above the page.
    put.mutateAsync({ ...link, filter }).then(
      () => navigate(back),
      () => {},
    );
  };
  return (
    <Page
      title={`Filter for ${channel.data?.name ?? 'this channel'}`}
      above={[
        { text: 'Webhooks', path: 'webhooks' },
        { text: webhook.name, path: `webhooks/${webhook.id}` },
      ]}
      description="Only notifications that match go to the channel. Without conditions, all of them do."
      actions={
        <Actions>
          <PageButton variant="link" href={back}>
            {may ? 'Cancel' : 'Back'}
          </PageButton>
          {may && (
            <Button variant="primary" disabled={filter === undefined} loading={put.isPending} onClick={save}>
              Save filter
            </Button>
          )}
        </Actions>
      }
    >
      <UnsavedGuard when={isOpen && JSON.stringify(filter) !== JSON.stringify(link.filter ?? null)} />
      <FilterEditor initial={link.filter ?? null} onChange={setFilter} />
      <FilterTrial webhookId={webhook.id} filter={filter} />
    </Page>
  );
}
