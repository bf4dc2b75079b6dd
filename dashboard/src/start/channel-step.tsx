import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Channel, ChannelKind, Filter, Webhook } from '../api/types.ts';
import { useChannelKinds } from '../channels/channel-queries.ts';
import { NewChannelForm } from '../channels/new-channel-form.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { useLinkActions } from '../webhooks/webhook-actions.ts';
import { Step } from './step.tsx';

interface ChannelStepProps {
  readonly webhook: Webhook;
  readonly channel: Channel | undefined;
  readonly onDone: (channel: Channel) => void;
}

/** The third step: a place to arrive at, linked to the webhook. */
export function ChannelStep({ webhook, channel, onDone }: ChannelStepProps) {
  const kinds = useChannelKinds();
  return (
    <Step
      number={3}
      title="Add a channel and link it"
      description="Where notifications go. A Live Stream shows them here and needs no account anywhere."
      isDone={channel !== undefined}
    >
      {channel === undefined ? (
        <Loaded query={kinds}>{(items) => <Choice webhook={webhook} kinds={items} onDone={onDone} />}</Loaded>
      ) : (
        <bdi className="breakable">{channel.name}</bdi>
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
  const options = kinds.map(({ name, title, description }) => ({ value: name, label: title, description }));
  const [kindName, setKindName] = useState<string>('live-stream');
  const [which, setWhich] = useState('all');
  const [created, setCreated] = useState<Channel>();
  const { put } = useLinkActions(webhook.id);
  const kind = kinds.find(({ name }) => name === kindName);
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
        Link the channel again
      </Button>
    );
  }
  return (
    <SpaceBetween size="l">
      <FormField label="Kind of channel">
        <Select
          options={options}
          filteringType="auto"
          selectedOption={options.find(({ value }) => value === kindName) ?? null}
          onChange={({ detail }) => setKindName(detail.selectedOption.value ?? kindName)}
        />
      </FormField>
      <FormField label="Which notifications go to it" description="A filter of the link. It can be refined later.">
        <RadioGroup
          value={which}
          onChange={({ detail }) => setWhich(detail.value)}
          items={[
            { value: 'all', label: 'All of them' },
            { value: 'urgent', label: 'Only priority 4 and 5' },
          ]}
        />
      </FormField>
      {kind !== undefined && (
        <NewChannelForm key={kind.name} kind={kind} onCreated={link} onCancel={() => setKindName('live-stream')} />
      )}
    </SpaceBetween>
  );
}
