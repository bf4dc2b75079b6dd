import type { AlertActor } from '../../core/message/alert-mark.ts';
import type { AlertView } from '../../core/channels/alert-view.ts';
import { NOW } from './send-to.ts';

export const ANNA: AlertActor = { type: 'user', id: 'usr_1', name: 'Anna' };

const MINUTE = 60_000;

/** An alert that fires since ten o'clock, with some fields changed. */
export function alertView(changes: Partial<AlertView> = {}): AlertView {
  return { id: 'al_01J0000000000000000000000C', status: 'firing', count: 1, firstAt: NOW, ...changes };
}

export const acknowledged = alertView({ status: 'acknowledged', acknowledged: { by: ANNA, until: NOW + 60 * MINUTE } });
export const resolved = alertView({ status: 'resolved', count: 3, resolved: { at: NOW + 12 * MINUTE, by: ANNA } });
