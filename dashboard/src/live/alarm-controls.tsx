import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { useState } from 'react';
import { type Alarm, mayNotify } from './alarm.ts';

interface AlarmControlsProps {
  readonly alarm: Alarm;
  readonly onChange: (alarm: Alarm) => void;
}

export const priorityOptions = [
  { value: '0', label: 'Any priority' },
  { value: '2', label: 'Priority 2 and up' },
  { value: '3', label: 'Priority 3 and up' },
  { value: '4', label: 'Priority 4 and up' },
  { value: '5', label: 'Priority 5 only' },
];

/** Sound and desktop notifications, and from which priority on. */
export function AlarmControls({ alarm, onChange }: AlarmControlsProps) {
  const [isRefused, setRefused] = useState(false);
  const changeDesktop = async (desktop: boolean) => {
    const isAllowed = !desktop || (await mayNotify());
    setRefused(!isAllowed);
    onChange({ ...alarm, desktop: desktop && isAllowed });
  };
  return (
    <SpaceBetween direction="horizontal" size="m" alignItems="center">
      <Toggle checked={alarm.sound} onChange={({ detail }) => onChange({ ...alarm, sound: detail.checked })}>
        Sound
      </Toggle>
      <Toggle
        checked={alarm.desktop}
        description={isRefused ? 'Your browser blocks them for this site.' : ''}
        onChange={({ detail }) => void changeDesktop(detail.checked)}
      >
        Desktop notifications
      </Toggle>
      <Select
        ariaLabel="Alert from"
        inlineLabelText="Alert from"
        options={priorityOptions}
        selectedOption={priorityOptions.find(({ value }) => value === String(alarm.priority)) ?? null}
        onChange={({ detail }) => onChange({ ...alarm, priority: Number(detail.selectedOption.value) })}
      />
    </SpaceBetween>
  );
}
