import Toggle from '@cloudscape-design/components/toggle';

interface AlertsToggleProps {
  readonly checked: boolean;
  readonly readOnly?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Whether the messages of a webhook become alerts. */
export function AlertsToggle({ checked, readOnly = false, onChange }: AlertsToggleProps) {
  return (
    <Toggle
      checked={checked}
      readOnly={readOnly}
      description="People are told when it begins, when it gets worse and when it is over, instead of forty times."
      onChange={({ detail }) => onChange(detail.checked)}
    >
      Group messages into alerts
    </Toggle>
  );
}
