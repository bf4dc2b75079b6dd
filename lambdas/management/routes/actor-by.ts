import type { AlertActor } from '../../../core/message/alert-mark.ts';
import type { Act } from '../../../core/directory/audit.ts';

/** Whoever calls, as alerts and asks name who changed them. */
export function byOf({ actor }: Act): AlertActor {
  switch (actor.type) {
    case 'user':
      return { type: 'user', id: actor.id, name: actor.email };
    case 'token':
      return { type: 'token', id: actor.id, name: actor.name };
    case 'system':
    case 'anonymous':
      return { type: 'system' };
    default:
      return actor satisfies never;
  }
}
