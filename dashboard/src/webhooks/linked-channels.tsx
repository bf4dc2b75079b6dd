import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Toggle from '@cloudscape-design/components/toggle';
import { useState } from 'react';
import type { Channel, Link, Webhook } from '../api/types.ts';
import { useChannels } from '../channels/channel-queries.ts';
import { HealthStatus } from '../channels/channel-status.tsx';
import { Confirm } from '../feedback/confirm.tsx';
import { Empty } from '../feedback/empty.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { FilterWords } from '../filters/filter-words.tsx';
import { useMay, usePaths } from '../session/organization.tsx';
import { Actions } from '../shell/actions.tsx';
import { Listing } from '../shell/listing.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { useLinkActions } from './webhook-actions.ts';

/** Nobody reads these kinds, so nobody answers there. */
const MACHINES: ReadonlySet<string> = new Set(['webhook', 'live-stream', 'sns', 'eventbridge', 'sqs']);

/** The channels that a webhook delivers to, each with its switch and filter. */
export function LinkedChannels({ webhook }: { readonly webhook: Webhook }) {
  return <Loaded query={useChannels()}>{(channels) => <Links webhook={webhook} channels={channels} />}</Loaded>;
}

interface LinksProps {
  readonly webhook: Webhook;
  readonly channels: Channel[];
}

function Links({ webhook, channels }: LinksProps) {
  const may = useMay('admin');
  const to = usePaths();
  const [unlinking, setUnlinking] = useState<Link>();
  const { put, remove } = useLinkActions(webhook.id);
  const channelOf = (link: Link) => channels.find(({ id }) => id === link.channelId);
  const nameOf = (link: Link) => channelOf(link)?.name ?? link.channelId;
  const filterPath = ({ channelId }: Link) => to(`webhooks/${webhook.id}/channels/${channelId}`);
  return (
    <>
      <Listing
        variant="container"
        items={webhook.channels}
        trackBy="channelId"
        wrapLines
        header={
          <Header
            description="A notification goes to each channel that is on and whose filter matches."
            actions={may && <AddLink webhook={webhook} channels={channels} />}
          >
            Linked channels
          </Header>
        }
        empty={
          <Empty title="No channel is linked">
            Notifications of this webhook are stored and go nowhere. Link a channel above
            {channels.length === 0 && (
              <>
                {', after you have '}
                <PageLink href={to('channels/create')}>created one</PageLink>
              </>
            )}
            .
          </Empty>
        }
        columnDefinitions={[
          {
            id: 'channel',
            header: 'Channel',
            minWidth: 130,
            isRowHeader: true,
            cell: (link) => (
              <PageLink href={to(`channels/${link.channelId}`)}>
                <bdi className="one-line">{nameOf(link)}</bdi>
              </PageLink>
            ),
          },
          { id: 'health', header: 'Health', minWidth: 130, cell: (link) => <Health channel={channelOf(link)} /> },
          {
            id: 'enabled',
            header: 'On',
            minWidth: 110,
            cell: (link) =>
              may ? (
                <Toggle
                  checked={link.enabled}
                  disabled={put.isPending}
                  ariaLabel={`Deliver to ${nameOf(link)}`}
                  onChange={({ detail }) =>
                    put.mutate({ ...link, filter: link.filter ?? null, enabled: detail.checked })
                  }
                >
                  {link.enabled ? 'On' : 'Off'}
                </Toggle>
              ) : (
                <StatusIndicator type={link.enabled ? 'success' : 'stopped'}>
                  {link.enabled ? 'On' : 'Off'}
                </StatusIndicator>
              ),
          },
          {
            id: 'answers',
            header: 'May answer',
            minWidth: 120,
            cell: (link) => {
              const { kind = '' } = channelOf(link) ?? {};
              if (MACHINES.has(kind)) return '–';
              return may ? (
                <Toggle
                  checked={link.answers}
                  disabled={put.isPending}
                  ariaLabel={`Let the people of ${nameOf(link)} answer asks and change alerts`}
                  onChange={({ detail }) =>
                    put.mutate({ ...link, filter: link.filter ?? null, answers: detail.checked })
                  }
                >
                  {link.answers ? 'Yes' : 'No'}
                </Toggle>
              ) : (
                <span>{link.answers ? 'Yes' : 'No'}</span>
              );
            },
          },
          {
            id: 'filter',
            header: 'Filter',
            minWidth: 180,
            cell: ({ filter }) => <FilterWords filter={filter ?? null} />,
          },
          {
            id: 'actions',
            header: 'Actions',
            minWidth: 180,
            cell: (link) => (
              <Actions>
                <PageLink href={filterPath(link)}>{may ? 'Edit filter' : 'Try filter'}</PageLink>
                {may && (
                  <Button variant="inline-link" ariaLabel={`Unlink ${nameOf(link)}`} onClick={() => setUnlinking(link)}>
                    Unlink
                  </Button>
                )}
              </Actions>
            ),
          },
        ]}
      />
      {unlinking !== undefined && (
        <Confirm
          title="Unlink this channel?"
          action="Unlink"
          onConfirm={() => remove.mutateAsync(unlinking.channelId)}
          onClose={() => setUnlinking(undefined)}
        >
          <bdi className="breakable">{nameOf(unlinking)}</bdi> gets no more notifications of this webhook, and the
          filter of the link is gone. To pause it instead, switch it off.
        </Confirm>
      )}
    </>
  );
}

function Health({ channel }: { readonly channel: Channel | undefined }) {
  return channel && <HealthStatus channel={channel} />;
}

function AddLink({ webhook, channels }: LinksProps) {
  const { put } = useLinkActions(webhook.id);
  const [channelId, setChannelId] = useState<string>();
  const options = channels
    .filter(({ id }) => webhook.channels.every((link) => link.channelId !== id))
    .map(({ id, name, kind }) => ({ value: id, label: name, description: kind }));
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Select
        virtualScroll
        options={options}
        selectedOption={options.find(({ value }) => value === channelId) ?? null}
        placeholder="Choose a channel"
        ariaLabel="Channel to link"
        empty="Every channel is linked already"
        filteringType="auto"
        onChange={({ detail }) => setChannelId(detail.selectedOption.value)}
      />
      <Button
        disabled={channelId === undefined}
        loading={put.isPending}
        onClick={() => {
          if (channelId === undefined) return;
          put.mutate({ channelId, enabled: true, filter: null });
          setChannelId(undefined);
        }}
      >
        Link channel
      </Button>
    </SpaceBetween>
  );
}
