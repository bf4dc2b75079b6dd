import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { parseJsonObject } from '../message/json-object.ts';
import { type Callback, isSameSecret, type ReadPress } from './press.ts';

/** What Slack signed longer ago may have been recorded by somebody. */
const MAX_AGE_SECONDS = 5 * 60;

const Interaction = z.object({
  type: z.literal('block_actions'),
  user: z.object({
    id: z.string().check(z.maxLength(64)),
    name: z.optional(z.string()),
    username: z.optional(z.string()),
  }),
  actions: z.tuple([z.object({ type: z.literal('button'), value: z.string() })], z.unknown()),
});

/**
 * A press of a button in Slack. Addresses in it, such as `response_url`, are not looked at.
 *
 * @see https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function readSlackPress({ headers, body, now }: Callback, signingSecret: string): ReadPress {
  const sentAt = headers['x-slack-request-timestamp'] ?? '';
  if (!/^\d{1,12}$/.test(sentAt) || Math.abs(now / 1000 - Number(sentAt)) > MAX_AGE_SECONDS) return 'unsigned';
  const digest = createHmac('sha256', signingSecret).update(`v0:${sentAt}:`).update(body).digest('hex');
  if (!isSameSecret(headers['x-slack-signature'] ?? '', `v0=${digest}`)) return 'unsigned';
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const read = Interaction.safeParse(parseJsonObject(form.get('payload') ?? ''));
  if (!read.success) return 'other';
  const { user, actions } = read.data;
  const [{ value: token }] = actions;
  return { token, user: { id: user.id, name: user.name ?? user.username ?? user.id } };
}
