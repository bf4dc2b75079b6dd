import type { Routing } from '../delivery/message.ts';
import type { Notification } from '../message/notification.ts';
import { presetStep } from '../notification/presets/apply-preset.ts';
import { refine } from '../notification/read-notification-with.ts';
import type { AcceptPorts, ReadableSend, SendResult } from './accept.ts';
import { fanOutRefusal } from './fan-out.ts';
import type { SentPath } from './path-of-send.ts';
import { route } from './route.ts';

/** A notification as its preset and templates make it, and the channels it goes to. */
interface Routed {
  readonly kind: 'routed';
  readonly notification: Notification;
  readonly routing: Routing[];
}

/** Applies what the webhook makes of a notification, and decides which channels it goes to. */
export async function routeSend({ presets }: Pick<AcceptPorts, 'presets'>, sent: ReadableSend): Promise<Routed> {
  const { preset, templates } = sent.endpoint;
  const applyPreset = presetStep(preset, presets);
  const notification = await refine(sent.notification, sent.headers, { applyPreset, templates });
  const { content, payload } = notification;
  return { kind: 'routed', notification, routing: await route(sent.endpoint, { ...content, payload }) };
}

/**
 * `routeSend` for a forwarded send: charges its channels to its origin, or says why it is refused; `undefined` for a
 * send that nobody forwarded. It is charged before the quota counts it, because only accepted sends count, and not
 * while the quota refuses it, because it will be tried again and must not use up the count of its origin.
 */
export async function routeForwarded(
  ports: Pick<AcceptPorts, 'presets' | 'quota' | 'fanOut'>,
  { path, now, ...sent }: ReadableSend & { readonly path: SentPath; readonly now: number },
): Promise<Routed | Extract<SendResult, { kind: 'loop' | 'exceeded' }> | undefined> {
  const { originId } = path;
  if (originId === undefined) return undefined;
  const { organizationId } = sent.endpoint;
  const quota = await ports.quota?.check(organizationId, now);
  if (quota?.kind === 'exceeded') return quota;
  const routed = await routeSend(ports, sent);
  const reason = await fanOutRefusal(ports.fanOut, { organizationId, originId, routing: routed.routing, now });
  return reason === undefined ? routed : { kind: 'loop', reason };
}
