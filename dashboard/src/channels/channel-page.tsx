import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { Channel, ChannelKind } from '../api/types.ts';
import { managedFacts } from '../config/managed.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { RenameButton } from '../forms/rename-button.tsx';
import { useMay, usePaths } from '../session/organization.tsx';
import { Actions } from '../shell/actions.tsx';
import { PageButton } from '../shell/page-button.tsx';
import { Page } from '../shell/page.tsx';
import { Moment } from '../time/moment.tsx';
import { ChannelButtons } from './channel-buttons.tsx';
import { ChannelConfig } from './channel-config.tsx';
import { useChannelActions } from './channel-actions.ts';
import { useChannel, useChannelKinds } from './channel-queries.ts';
import { ChannelTestPanel } from './channel-test.tsx';
import { HealthPanel } from './health-panel.tsx';
import { KindIcon } from './kind-icon.tsx';
import { LinkedWebhooks } from './linked-webhooks.tsx';
import { PushPanel } from './push-panel.tsx';
import { StreamPanel } from './stream-panel.tsx';

/** One channel: its state, test, config, stream and webhooks. */
export function ChannelPage() {
  const { channelId = '' } = useParams();
  const channel = useChannel(channelId);
  const kinds = useChannelKinds();
  return (
    <Loaded query={channel}>
      {(data) => (
        <Loaded query={kinds}>
          {(items) => <Details channel={data} kind={items.find(({ name }) => name === data.kind)} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface DetailsProps {
  readonly channel: Channel;
  readonly kind: ChannelKind | undefined;
}

function Details({ channel, kind }: DetailsProps) {
  const may = useMay('admin');
  const to = usePaths();
  const { patch } = useChannelActions(channel.id);
  return (
    <Page
      title={channel.name}
      above={[{ text: 'Channels', path: 'channels' }]}
      actions={
        <Actions>
          <PageButton href={to(`messages?channel=${channel.id}`)}>View messages</PageButton>
          {may && <ChannelButtons channel={channel} />}
        </Actions>
      }
    >
      {channel.disabledReason !== null && <SwitchedOff channel={channel} />}
      <Container
        header={
          <Header
            actions={
              may && (
                <RenameButton name={channel.name} what="channel" onRename={(name) => patch.mutateAsync({ name })} />
              )
            }
          >
            Details
          </Header>
        }
      >
        <KeyValuePairs
          columns={3}
          items={[
            {
              label: 'Kind',
              value: (
                <>
                  <KindIcon kind={channel.kind} />
                  {kind?.title ?? channel.kind}
                </>
              ),
            },
            ...managedFacts(channel),
            ...pressFacts(channel),
            { label: 'Created', value: <Moment at={channel.createdAt} /> },
            { label: 'Last updated', value: <Moment at={channel.updatedAt} /> },
          ]}
        />
      </Container>
      <HealthPanel channel={channel} />
      {channel.streamUrl !== undefined && <StreamPanel streamUrl={channel.streamUrl} enabled={channel.enabled} />}
      {channel.pushUrl !== undefined && (
        <PushPanel channelId={channel.id} pushUrl={channel.pushUrl} subscriptions={channel.subscriptions ?? 0} />
      )}
      {may && <ChannelTestPanel channel={channel} />}
      {kind !== undefined && <ChannelConfig key={channel.updatedAt} channel={channel} kind={kind} />}
      <LinkedWebhooks channelId={channel.id} />
    </Page>
  );
}

/** Where the vendor sends presses of buttons. Somebody has to tell Slack; the router tells Telegram itself. */
function pressFacts({ interactionUrl }: Channel): { label: string; value: ReactNode }[] {
  if (interactionUrl === undefined) return [];
  const copy = (
    <CopyToClipboard
      variant="inline"
      textToCopy={interactionUrl}
      copyButtonAriaLabel="Copy the address for buttons"
      copySuccessText="Copied"
      copyErrorText="Could not copy: select the text instead"
    />
  );
  return [{ label: 'Address for buttons', value: copy }];
}

function SwitchedOff({ channel }: { readonly channel: Channel }) {
  const may = useMay('admin');
  const { patch } = useChannelActions(channel.id);
  return (
    <Alert
      type="error"
      header="The router switched this channel off"
      action={
        may && (
          <Button loading={patch.isPending} onClick={() => patch.mutate({ enabled: true })}>
            Enable again
          </Button>
        )
      }
    >
      {channel.disabledReason} Nothing is delivered until it is enabled again: correct its config below, send a test,
      then enable it.
    </Alert>
  );
}
