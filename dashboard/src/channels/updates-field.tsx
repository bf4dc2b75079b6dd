import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import type { Channel, ChannelKind } from '../api/types.ts';

export type Updates = Channel['updates'];

interface Words {
  readonly label: string;
  readonly description: string;
}

/** By the API's names; a kind says which of them it has. */
const words: Readonly<Record<string, Words>> = {
  edit: {
    label: 'One post, kept up to date',
    description: 'What is posted first is changed in place. It is posted again when it gets worse.',
  },
  ends: {
    label: 'How it begins and ends',
    description: 'Told when it begins, when it gets worse, and when it is over.',
  },
  each: { label: 'Every message', description: 'Nothing is held back.' },
};

interface UpdatesFieldProps {
  readonly kind: ChannelKind;
  readonly value: Updates | undefined;
  readonly readOnly?: boolean;
  readonly onChange: (updates: Updates) => void;
}

/** What a channel gets of alerts, where its kind leaves a choice. */
export function UpdatesField({ kind, value, readOnly = false, onChange }: UpdatesFieldProps) {
  if (kind.updates.length < 2) return null;
  return (
    <FormField label="Alerts" description="What it gets when messages are grouped into an alert.">
      <RadioGroup
        items={kind.updates.map((way) => ({
          value: way,
          label: words[way]?.label ?? way,
          description: words[way]?.description,
        }))}
        value={value ?? kind.updates[0] ?? null}
        readOnly={readOnly}
        onChange={({ detail }) => {
          const chosen = kind.updates.find((way) => way === detail.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      />
    </FormField>
  );
}
