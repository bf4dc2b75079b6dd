import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Channel, Webhook } from '../api/types.ts';

type Managed = Pick<Webhook | Channel, 'slug' | 'managedBy' | 'drift'>;

/** What documents call a thing, and who owns it. */
export function managedFacts({ slug, managedBy, drift }: Managed) {
  return [
    { label: 'Slug', value: slug === null ? 'None yet' : <code className="breakable">{slug}</code> },
    { label: 'Managed by', value: <Owner managedBy={managedBy} drift={drift} /> },
  ];
}

/** Whatever owns a thing undoes changes by hand when it is applied the next time. */
function Owner({ managedBy, drift }: Omit<Managed, 'slug'>) {
  if (managedBy === null) return 'People';
  const owner = managedBy === 'document' ? 'A document' : 'A stack';
  return drift ? <StatusIndicator type="warning">{owner}; changed by hand since</StatusIndicator> : owner;
}
