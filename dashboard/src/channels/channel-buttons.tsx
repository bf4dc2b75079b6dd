import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Channel } from '../api/types.ts';
import { Confirm } from '../feedback/confirm.tsx';
import { usePaths } from '../session/organization.tsx';
import { Actions } from '../shell/actions.tsx';
import { useChannelActions } from './channel-actions.ts';

type Asked = 'disable' | 'regenerate' | 'delete';

/** What can be done to a channel, each after saying what it breaks. */
export function ChannelButtons({ channel }: { readonly channel: Channel }) {
  const [asked, setAsked] = useState<Asked>();
  const { patch } = useChannelActions(channel.id);
  const isStream = channel.streamId !== undefined;
  return (
    <Actions>
      {channel.enabled ? (
        <Button onClick={() => setAsked('disable')}>Disable</Button>
      ) : (
        <Button variant="primary" loading={patch.isPending} onClick={() => patch.mutate({ enabled: true })}>
          Enable
        </Button>
      )}
      <ButtonDropdown
        items={[
          ...(isStream ? [{ id: 'regenerate', text: 'Regenerate stream URL' }] : []),
          { id: 'delete', text: 'Delete' },
        ]}
        onItemClick={({ detail }) => setAsked(detail.id === 'regenerate' ? 'regenerate' : 'delete')}
      >
        Actions
      </ButtonDropdown>
      {asked !== undefined && <Question asked={asked} channel={channel} onClose={() => setAsked(undefined)} />}
    </Actions>
  );
}

interface QuestionProps {
  readonly asked: Asked;
  readonly channel: Channel;
  readonly onClose: () => void;
}

function Question({ asked, channel, onClose }: QuestionProps) {
  const { patch, regenerateStreamId, remove } = useChannelActions(channel.id);
  const navigate = useNavigate();
  const to = usePaths();
  switch (asked) {
    case 'disable':
      return (
        <Confirm
          title="Disable this channel?"
          action="Disable"
          onConfirm={() => patch.mutateAsync({ enabled: false })}
          onClose={onClose}
        >
          Nothing is delivered to it until it is enabled again; notifications that match meanwhile are marked as
          skipped. {channel.streamId !== undefined && 'Open streams are disconnected.'}
        </Confirm>
      );
    case 'regenerate':
      return (
        <Confirm
          title="Regenerate the stream URL?"
          action="Regenerate"
          onConfirm={() => regenerateStreamId.mutateAsync()}
          onClose={onClose}
        >
          Everybody who reads the stream is disconnected within seconds and gets 404 until you give them the new
          address.
        </Confirm>
      );
    case 'delete':
      return (
        <Confirm
          title="Delete this channel?"
          action="Delete"
          onConfirm={async () => {
            await remove.mutateAsync();
            await navigate(to('channels'));
          }}
          onClose={onClose}
        >
          It is unlinked from every webhook with its filters, and its secrets are gone. Deliveries that wait for a retry
          are given up. Past deliveries stay visible under Messages.
        </Confirm>
      );
  }
}
