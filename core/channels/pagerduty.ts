import * as z from 'zod';
import type { AlertView } from './alert-view.ts';
import type { RenderContext } from './channel-kind.ts';
import { apiBaseUrl, templates, token } from './config-fields.ts';
import type { Editing } from './editing.ts';
import type { HttpRequest } from './http-exchange.ts';
import { defineMessageKind } from './message-kind.ts';
import { bareTitle, type Notice, oneLine } from './notice.ts';
import { byPriority } from './priority-map.ts';
import { codePoints, fit, utf8Bytes } from './text-limit.ts';
import { answerOf, byStatus, gone, retried, type VendorAnswer } from './vendor-answer.ts';
import { jsonRequest, under } from './vendor-request.ts';

const API = 'https://events.pagerduty.com';
const LIMITS = { summary: 1024, dedupKey: 255, source: 100, message: 20_000, bodyBytes: 512_000 } as const;
/** When PagerDuty slows a sender down, it asks for a wait of minutes. */
const SLOW_DOWN_SECONDS = 120;

const PagerDutyConfig = z.strictObject({
  routingKey: token({
    title: 'Integration key',
    description: 'Of an integration "Events API v2" of a service, or of an event orchestration. 32 characters.',
    example: 'R0123456789abcdef0123456789ABCDE',
  }),
  apiBaseUrl: apiBaseUrl('pagerduty', API),
  templates,
});

const DEDUP_TAG = 'dedup:';

/**
 * Which alert an event belongs to: the rest of a tag `dedup:…`, else the message itself. With such a tag, the tag
 * `resolved` resolves the alert.
 */
function alertOf({ id, tags }: Notice) {
  const key = tags.find((tag) => tag.startsWith(DEDUP_TAG) && tag.length > DEDUP_TAG.length)?.slice(DEDUP_TAG.length);
  const resolves = key !== undefined && tags.includes('resolved');
  return { event_action: resolves ? 'resolve' : 'trigger', dedup_key: key === undefined ? id : shortKey(key) };
}

/** Without an ellipsis: nobody can tell two cut keys apart anyway. */
function shortKey(key: string): string {
  return Array.from(key).slice(0, LIMITS.dedupKey).join('');
}

function eventOf(notice: Notice, routingKey: string, belongs = alertOf(notice)) {
  const { message, priority, tags, source, receivedAt, link } = notice;
  return {
    routing_key: routingKey,
    ...belongs,
    client: 'Notification router',
    client_url: link,
    links: link === undefined ? undefined : [{ href: link, text: 'Open message' }],
    payload: {
      summary: fit(bareTitle(notice) ?? oneLine(message), LIMITS.summary, codePoints),
      source: fit(source, LIMITS.source, codePoints),
      severity: byPriority(priority, ['info', 'info', 'warning', 'error', 'critical'], 'warning'),
      timestamp: receivedAt,
      custom_details: { message: fit(message, LIMITS.message, codePoints), tags: tags.slice(0, 50), priority },
    },
  };
}

/** Splices in the payload's own text last, so its numbers keep every digit; leaves it out if it is too large. */
function withPayload(request: HttpRequest, payloadText: string): HttpRequest {
  if (payloadText === '{}') return request;
  const end = '}}}';
  const body = `${String(request.body).slice(0, -end.length)},"payload":${payloadText}${end}`;
  return utf8Bytes(body) > LIMITS.bodyBytes ? request : { ...request, body };
}

type PagerDutyConfig = z.infer<typeof PagerDutyConfig>;

function send(event: object, { apiBaseUrl }: PagerDutyConfig, context: RenderContext): HttpRequest {
  return jsonRequest({ url: under(apiBaseUrl ?? API, '/v2/enqueue') }, event, context);
}

/** What an alert is told to PagerDuty by. */
interface AlertEvents {
  readonly notice: Notice;
  readonly config: PagerDutyConfig;
  readonly context: RenderContext;
  readonly alert: AlertView;
  /** Whether its incident is there. */
  readonly isKnown: boolean;
}

const CHANGES = { acknowledged: 'acknowledge', resolved: 'resolve' } as const;

/** Events that bring an incident to the state of its alert. One that is not there cannot be acknowledged. */
function alertEvents({ notice, config, context, alert, isKnown }: AlertEvents): HttpRequest[] {
  const { routingKey: routing_key } = config;
  const { id: dedup_key, status } = alert;
  const fires = status === 'firing' || (status === 'acknowledged' && !isKnown);
  const trigger = eventOf(notice, routing_key, { event_action: 'trigger', dedup_key });
  return [
    ...(fires ? [withPayload(send(trigger, config, context), notice.payloadText)] : []),
    ...(status === 'firing' ? [] : [send({ routing_key, event_action: CHANGES[status], dedup_key }, config, context)]),
  ];
}

/** An incident is the alert's for good: what others get as a new post is said of the same one, so nothing is continued. */
const edits: Editing<PagerDutyConfig> = {
  place: ['routingKey', 'apiBaseUrl'],
  namesPosts: true,
  continues: false,
  idOf: (_, { alert }) => alert?.id,
  edit(notice, config, context) {
    const { alert, post } = context;
    return post.continued === true || alert === undefined
      ? []
      : alertEvents({ notice, config, context, alert, isKnown: true });
  },
  refusal: () => undefined,
};

const PagerDutyAnswer = z.object({ message: z.string().default(''), errors: z.array(z.string()).default([]) });

/** PagerDuty's Events API v2. @see https://developer.pagerduty.com/docs/send-alert-event */
export const pagerduty = defineMessageKind({
  kind: 'pagerduty',
  title: 'PagerDuty',
  description: 'Triggers and resolves alerts of a PagerDuty service, with the original body as details.',
  config: PagerDutyConfig,
  secrets: ['routingKey'],
  urls: ['apiBaseUrl'],
  vendorApi: API,
  limits: { titleCharacters: LIMITS.summary, bodyBytes: LIMITS.bodyBytes, requestsPerSecond: 2 },
  write(notice, config, context) {
    const { alert } = context;
    if (alert !== undefined) return alertEvents({ notice, config, context, alert, isKnown: false });
    return [withPayload(send(eventOf(notice, config.routingKey), config, context), notice.payloadText)];
  },
  edits,
  classify(response, { now }) {
    const known = answerOf(response, PagerDutyAnswer);
    const said = known && [known.message, ...known.errors].join('; ');
    const answer: VendorAnswer = { response, now, said };
    if (response.status === 429) {
      return retried(answer, response.headers['retry-after'] === undefined ? SLOW_DOWN_SECONDS : undefined);
    }
    return response.status === 400 && /routing.?key|integration.?key/i.test(said ?? '')
      ? gone(answer)
      : byStatus(answer);
  },
});
