import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { describeFailure } from '../api/api-error.ts';

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** A failure in the place of what could not be shown, with what to do. */
export function Failure({ error, onRetry }: FailureProps) {
  const { header, content } = describeFailure(error);
  return (
    <Alert type="error" header={header} action={onRetry && <Button onClick={onRetry}>Try again</Button>}>
      {content}
    </Alert>
  );
}
