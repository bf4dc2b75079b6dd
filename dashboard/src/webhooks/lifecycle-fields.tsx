import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { FieldFault } from '../api/api-error.ts';
import type { Webhook } from '../api/types.ts';
import { inUnits } from '../time/duration.ts';
import { AlertsToggle } from './alerts-toggle.tsx';
import { BLANK_LIFECYCLE, type LifecycleDraft } from './lifecycle-draft.ts';
import { LifecycleTrial } from './lifecycle-trial.tsx';

interface LifecycleFieldsProps {
  readonly webhook: Webhook;
  /** `null`: its messages are no alerts. */
  readonly draft: LifecycleDraft | null;
  readonly faults?: readonly FieldFault[];
  /** Absent: they are only looked at. */
  readonly onChange?: (draft: LifecycleDraft | null) => void;
}

const NONE: readonly FieldFault[] = [];

/** How a webhook groups its messages into alerts, shown at work on its newest messages. */
export function LifecycleFields({ webhook, draft, faults = NONE, onChange }: LifecycleFieldsProps) {
  const faultOf = (field: string) => faults.find(({ path }) => path.endsWith(`lifecycle.${field}`))?.message ?? '';
  return (
    <Container
      header={
        <Header description="Messages about one thing become one alert, which somebody takes, and which ends.">
          Alerts
        </Header>
      }
    >
      <SpaceBetween size="l">
        <AlertsToggle
          checked={draft !== null}
          readOnly={onChange === undefined}
          onChange={(isOn) => onChange?.(isOn ? BLANK_LIFECYCLE : null)}
        />
        {draft !== null && (
          <ColumnLayout columns={2}>
            <Fields draft={draft} faultOf={faultOf} {...(onChange && { onChange })} />
            <LifecycleTrial webhookId={webhook.id} draft={draft} />
          </ColumnLayout>
        )}
      </SpaceBetween>
    </Container>
  );
}

interface FieldsProps {
  readonly draft: LifecycleDraft;
  readonly faultOf: (field: string) => string;
  readonly onChange?: (draft: LifecycleDraft) => void;
}

function Fields({ draft, faultOf, onChange }: FieldsProps) {
  const readOnly = onChange === undefined;
  return (
    <SpaceBetween size="m">
      <FormField
        label="Key"
        description="What a message is about: the same text, the same alert. Empty: as the sender names it."
        constraintText="A Liquid template, for example: {{ host }}/{{ check }}"
        errorText={faultOf('key')}
      >
        <Input
          value={draft.key}
          readOnly={readOnly}
          spellcheck={false}
          onChange={({ detail }) => onChange?.({ ...draft, key: detail.value })}
        />
      </FormField>
      <FormField
        label="Status of the alert"
        description="How that stands. Empty: as the sender says it."
        constraintText="A Liquid template. resolved, ok, up and the like end the alert, acknowledged takes it, all else fires."
        errorText={faultOf('status')}
      >
        <Input
          value={draft.status}
          readOnly={readOnly}
          spellcheck={false}
          onChange={({ detail }) => onChange?.({ ...draft, status: detail.value })}
        />
      </FormField>
      <SilenceField
        seconds={draft.autoResolveSeconds}
        readOnly={readOnly}
        onChange={(autoResolveSeconds) => onChange?.({ ...draft, autoResolveSeconds })}
      />
    </SpaceBetween>
  );
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const LENGTHS = [5 * MINUTE_S, 15 * MINUTE_S, 30 * MINUTE_S, HOUR_S, 6 * HOUR_S, DAY_S, 7 * DAY_S];

interface SilenceFieldProps {
  readonly seconds: number | undefined;
  readonly readOnly: boolean;
  readonly onChange: (seconds: number | undefined) => void;
}

/** For senders that never say that it is over. */
function SilenceField({ seconds, readOnly, onChange }: SilenceFieldProps) {
  const lengths = seconds === undefined || LENGTHS.includes(seconds) ? LENGTHS : [...LENGTHS, seconds];
  const options = [
    { value: '', label: 'Not by itself' },
    ...lengths
      .toSorted((one, other) => one - other)
      .map((length) => ({ value: String(length), label: `After ${inUnits(length * 1000)}` })),
  ];
  return (
    <FormField
      label="Resolve when nothing more is said"
      description="For senders that never say that it is over. Every alert ends after 30 silent days."
    >
      <Select
        options={options}
        readOnly={readOnly}
        selectedOption={options.find(({ value }) => value === String(seconds ?? '')) ?? null}
        onChange={({ detail }) => onChange(Number(detail.selectedOption.value) || undefined)}
      />
    </FormField>
  );
}
