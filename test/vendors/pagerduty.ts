import * as z from 'zod';
import { type Board, Posts, type SeenPost } from './board.ts';
import { type FakeVendor, jsonAnswer, points, type VendorRequest } from './vendor.ts';

/** @see https://developer.pagerduty.com/docs/send-alert-event */
const Event = z.strictObject({
  routing_key: z.string().length(32),
  event_action: z.enum(['trigger', 'acknowledge', 'resolve']),
  dedup_key: points(255).optional(),
  client: z.string().optional(),
  client_url: z.url().optional(),
  links: z.array(z.strictObject({ href: z.url(), text: z.string() })).optional(),
  payload: z.strictObject({
    summary: points(1024),
    source: points(1024),
    severity: z.enum(['info', 'warning', 'error', 'critical']),
    timestamp: z.iso.datetime().optional(),
    custom_details: z.looseObject({ message: z.string(), tags: z.array(z.string()) }),
  }),
});

/** Of an incident that is there only its key is said. */
const Change = z.strictObject({
  routing_key: z.literal('R0123456789abcdef0123456789ABCDE'),
  event_action: z.enum(['acknowledge', 'resolve']),
  dedup_key: points(255),
});

const invalid = (...errors: string[]) =>
  jsonAnswer(400, { status: 'invalid event', message: 'Event object is invalid', errors });

/** PagerDuty's Events API. */
export const vendor: FakeVendor = {
  kind: 'pagerduty',
  config: (baseUrl) => ({ routingKey: 'R0123456789abcdef0123456789ABCDE', apiBaseUrl: baseUrl }),
  answer({ method, url, body }) {
    if (method !== 'POST' || url.pathname !== '/v2/enqueue') return { status: 404, body: '' };
    const change = Change.safeParse(JSON.parse(body));
    if (change.success) {
      return jsonAnswer(202, { status: 'success', message: 'Event processed', dedup_key: change.data.dedup_key });
    }
    if (Buffer.byteLength(body) > 512 * 1024)
      return jsonAnswer(413, { status: 'invalid event', message: 'Payload Too Large' });
    const event = Event.safeParse(JSON.parse(body));
    if (!event.success) return invalid(event.error.issues[0]!.message);
    if (event.data.routing_key !== 'R0123456789abcdef0123456789ABCDE') return invalid('Invalid routing key');
    return jsonAnswer(202, { status: 'success', message: 'Event processed', dedup_key: event.data.dedup_key });
  },
  shown({ body }) {
    const { payload, client_url } = Event.parse(JSON.parse(body));
    const { summary, severity, source, custom_details } = payload;
    const rest = [severity, source, ...custom_details.tags].join(' · ');
    return { title: summary, message: custom_details.message, link: client_url, rest };
  },
};

/** A service: an event of an incident that is not there, or is over, changes nothing. */
export function pagerdutyBoard(): Board {
  const incidents = new Posts();
  const states = new Map<string, NonNullable<SeenPost['state']>>();

  function trigger(request: VendorRequest) {
    const answer = vendor.answer(request);
    if (answer.status !== 202) return answer;
    const { dedup_key = '' } = Event.parse(JSON.parse(request.body));
    // Another trigger is told to those on duty, and leaves the incident as it is.
    if (!states.has(dedup_key) || states.get(dedup_key) === 'resolved') {
      states.set(dedup_key, 'triggered');
      incidents.set(dedup_key, request);
    }
    return answer;
  }

  return {
    answer(request) {
      const change = Change.safeParse(JSON.parse(request.body));
      if (!change.success) return trigger(request);
      const { dedup_key, event_action } = change.data;
      const state = states.get(dedup_key);
      if (event_action === 'resolve' && state !== undefined) states.set(dedup_key, 'resolved');
      if (event_action === 'acknowledge' && state === 'triggered') states.set(dedup_key, 'acknowledged');
      return vendor.answer(request);
    },
    posts: () =>
      incidents.all().map((request) => {
        const { dedup_key = '' } = Event.parse(JSON.parse(request.body));
        return { ...vendor.shown(request, true), state: states.get(dedup_key)! };
      }),
    clear() {
      incidents.clear();
      states.clear();
    },
  };
}
