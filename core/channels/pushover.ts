import * as z from 'zod';
import { apiBaseUrl, lineOfText, templates, token } from './config-fields.ts';
import type { HttpResponse } from './http-exchange.ts';
import { defineMessageKind } from './message-kind.ts';
import { factsOf, loudnessOf, type Notice } from './notice.ts';
import { byPriority } from './priority-map.ts';
import { codePoints, fit } from './text-limit.ts';
import { answerOf, byStatus, gone, retried, type VendorAnswer } from './vendor-answer.ts';
import { jsonRequest, under } from './vendor-request.ts';

const API = 'https://api.pushover.net';
/** In code points. @see https://pushover.net/api#limits */
const LIMITS = { message: 1024, title: 250, url: 512 } as const;
/** How often and how long an emergency rings until somebody acknowledges it. */
const EMERGENCY = { priority: 2, retry: 60, expire: 3600 } as const;

const PushoverConfig = z.strictObject({
  token: token({
    title: 'API token',
    description: 'The token of an application of yours.',
    example: 'azGDORePK8gMaC0QOYAMyEEuzJnyUi',
  }),
  userKey: token({
    title: 'User or group key',
    description: 'Who gets the messages.',
    example: 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG',
  }),
  device: lineOfText({ title: 'Device', description: 'One device instead of all.', example: 'phone' }, 25).optional(),
  sound: lineOfText({ title: 'Sound', description: 'Another sound than usual.', example: 'siren' }, 25).optional(),
  emergency: z
    .boolean()
    .optional()
    .meta({
      title: 'Emergency',
      description: `Whether priority 5 rings every ${EMERGENCY.retry} seconds for an hour, until it is acknowledged.`,
      examples: [false],
    }),
  apiBaseUrl: apiBaseUrl('pushover', API),
  templates,
});

/** Without the priority: Pushover shows it itself. */
function textOf(notice: Notice): string {
  const facts = factsOf(notice).filter(({ name }) => name !== 'Priority');
  const below = `\n\n${facts.map(({ value }) => value).join(' · ')}`;
  return fit(notice.message, LIMITS.message - codePoints(below), codePoints) + below;
}

const PushoverAnswer = z.object({
  errors: z.array(z.string()).default([]),
  token: z.string().optional(),
  user: z.string().optional(),
});

/** The header says when the application's month ends, in seconds since the epoch. */
function secondsToReset({ headers }: HttpResponse, now: number): number | undefined {
  const reset = Number(headers['x-limit-app-reset'] ?? Number.NaN);
  return Number.isFinite(reset) ? reset - now / 1000 : undefined;
}

/** Pushover. Sent as plain text, so nothing has to be escaped. @see https://pushover.net/api */
export const pushover = defineMessageKind({
  kind: 'pushover',
  title: 'Pushover',
  description: 'Pushes notifications to the devices of a Pushover user or group.',
  config: PushoverConfig,
  secrets: ['token', 'userKey'],
  urls: ['apiBaseUrl'],
  vendorApi: API,
  limits: { titleCharacters: LIMITS.title, messageCharacters: LIMITS.message, requestsPerSecond: 2 },
  write(notice, config, context) {
    const { title, receivedAt, link = '' } = notice;
    const priority = loudnessOf(notice);
    const urgent = priority === 5 && config.emergency === true;
    const body = {
      token: config.token,
      user: config.userKey,
      device: config.device,
      sound: config.sound,
      title: title === undefined ? undefined : fit(title, LIMITS.title, codePoints),
      message: textOf(notice),
      timestamp: Math.floor(Date.parse(receivedAt) / 1000),
      ...(link === '' || link.length > LIMITS.url ? {} : { url: link, url_title: 'Open message' }),
      ...(urgent ? EMERGENCY : { priority: byPriority(priority, [-2, -1, 0, 1, 1], undefined) }),
    };
    return [jsonRequest({ url: under(config.apiBaseUrl ?? API, '/1/messages.json') }, body, context)];
  },
  classify(response, { now }) {
    const known = answerOf(response, PushoverAnswer);
    const answer: VendorAnswer = { response, now, said: known?.errors.join(', ') };
    if (response.status === 429) return retried(answer, secondsToReset(response, now));
    const lost = response.status === 400 && (known?.token === 'invalid' || known?.user === 'invalid');
    return lost ? gone(answer) : byStatus(answer);
  },
});
