import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import type { Channel, ChannelKind, Filter, Webhook } from '../api/types.ts';
import { useChannelKinds } from '../channels/channel-queries.ts';
import { KindGallery } from '../channels/kind-gallery.tsx';
import { NewChannelForm } from '../channels/new-channel-form.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { usePaths } from '../session/organization.tsx';
import { Actions } from '../shell/actions.tsx';
import { PageButton } from '../shell/page-button.tsx';
import { useLinkActions } from '../webhooks/webhook-actions.ts';
import { Step } from './step.tsx';

/** The third step: where notifications go from here on. */
export function ChannelStep({ webhook }: { readonly webhook: Webhook }) {
  const kinds = useChannelKinds();
  const [channel, setChannel] = useState<Channel>();
  return (
    <Step
      number={3}
      title="Choose where it goes"
      description="It is stored, and shown here. A channel takes it to where people look."
      isDone={channel !== undefined}
    >
      {channel === undefined ? (
        <Loaded query={kinds}>{(items) => <Choice webhook={webhook} kinds={items} onDone={setChannel} />}</Loaded>
      ) : (
        <Done webhook={webhook} channel={channel} />
      )}
    </Step>
  );
}

const URGENT: Filter = { priority: { gte: 4 } };

interface ChoiceProps {
  readonly webhook: Webhook;
  readonly kinds: readonly ChannelKind[];
  readonly onDone: (channel: Channel) => void;
}

function Choice({ webhook, kinds, onDone }: ChoiceProps) {
  const [kind, setKind] = useState<ChannelKind>();
  const [which, setWhich] = useState('all');
  const [created, setCreated] = useState<Channel>();
  const { put } = useLinkActions(webhook.id);
  const link = (channel: Channel) => {
    // Kept for a second try: the channel exists even if linking fails.
    setCreated(channel);
    put.mutateAsync({ channelId: channel.id, enabled: true, filter: which === 'urgent' ? URGENT : null }).then(
      () => onDone(channel),
      () => {},
    );
  };
  if (created !== undefined) {
    return (
      <Button loading={put.isPending} onClick={() => link(created)}>
        Link the channel
      </Button>
    );
  }
  if (kind === undefined) return <KindGallery isBrief kinds={kinds} onChoose={setKind} />;
  return (
    <SpaceBetween size="l">
      <FormField label="Which notifications go to it" description="You can refine this later.">
        <RadioGroup
          value={which}
          onChange={({ detail }) => setWhich(detail.value)}
          items={[
            { value: 'all', label: 'All of them' },
            { value: 'urgent', label: 'Only priority 4 and 5' },
          ]}
        />
      </FormField>
      <NewChannelForm kind={kind} onCreated={link} onCancel={() => setKind(undefined)} />
    </SpaceBetween>
  );
}

function Done({ webhook, channel }: { readonly webhook: Webhook; readonly channel: Channel }) {
  const to = usePaths();
  return (
    <SpaceBetween size="m">
      <span className="breakable">
        From the next notification on, <bdi>{channel.name}</bdi> gets it too. Send another one to see it there.
      </span>
      <Actions>
        <PageButton variant="primary" href={to('messages')}>
          See the messages
        </PageButton>
        <PageButton href={to(`webhooks/${webhook.id}/channels/${channel.id}`)}>Refine the filter</PageButton>
      </Actions>
    </SpaceBetween>
  );
}
