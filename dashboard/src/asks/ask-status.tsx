import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Ask } from '../api/types.ts';
import { statusWords } from './ask-words.ts';

const types: Readonly<Record<Ask['status'], StatusIndicatorProps.Type>> = {
  pending: 'pending',
  answered: 'success',
  expired: 'stopped',
  cancelled: 'stopped',
};

/** How an ask stands. */
export function AskStatus({ status }: Pick<Ask, 'status'>) {
  return <StatusIndicator type={types[status]}>{statusWords[status]}</StatusIndicator>;
}
