import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';

interface EmptyProps {
  readonly title: string;
  /** What would stand here and how it gets here. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** An empty place that says what belongs there. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <Box textAlign="center" padding={{ vertical: 'l', horizontal: 'm' }}>
      <SpaceBetween size="xs">
        <Box variant="strong">{title}</Box>
        <Box variant="p" color="text-body-secondary">
          {children}
        </Box>
        {action}
      </SpaceBetween>
    </Box>
  );
}
