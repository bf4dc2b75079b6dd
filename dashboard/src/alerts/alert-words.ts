import type { AlertSummary } from '../api/types.ts';

type By = NonNullable<AlertSummary['resolved']>['by'];

/** Who changed an alert, in words. */
export function whoOf({ type, name }: By): string {
  switch (type) {
    case 'sender':
      return 'the sender';
    case 'system':
      return 'the router';
    case 'token':
      return name === undefined ? 'a token' : `token ${name}`;
    case 'channel':
      return name ?? 'somebody in a channel';
    case 'user':
      return name ?? 'somebody';
  }
}

type NamedAlert = Pick<AlertSummary, 'title' | 'message' | 'key'>;

/** What an alert is called: its title, or what its message begins with. */
export function nameOf({ title, message, key }: NamedAlert): string {
  return title ?? (message.trim().split('\n', 1)[0] || key);
}

/** How often it was said, in words. */
export function oftenOf({ count }: Pick<AlertSummary, 'count'>): string {
  return count === 1 ? 'once' : `${count.toLocaleString()} times`;
}

const ranks: Readonly<Record<AlertSummary['status'], number>> = { firing: 0, acknowledged: 1, resolved: 2 };

/** What nobody has comes first, then the loudest, then the newest. */
export function byUrgency(one: AlertSummary, other: AlertSummary): number {
  return (
    ranks[one.status] - ranks[other.status] ||
    (other.priority ?? 0) - (one.priority ?? 0) ||
    Date.parse(other.firstAt) - Date.parse(one.firstAt)
  );
}
