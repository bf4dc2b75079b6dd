import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactNode } from 'react';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

/** One step of several. */
export function Step({ number, title, description, isDone, children }: StepProps) {
  return (
    <Container
      header={
        <Header description={description} actions={isDone && <StatusIndicator>Done</StatusIndicator>}>
          {number}. {title}
        </Header>
      }
    >
      {children}
    </Container>
  );
}
