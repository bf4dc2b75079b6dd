import * as z from 'zod';
import { apiBaseUrl, templates, token } from './config-fields.ts';
import { defineMessageKind } from './message-kind.ts';
import type { Notice } from './notice.ts';
import { fit, utf16Units } from './text-limit.ts';
import { answerOf, byStatus, gone, retried, type VendorAnswer } from './vendor-answer.ts';
import { basicAuth, formRequest, under } from './vendor-request.ts';

const API = 'https://api.twilio.com';
/** Of a whole message. Phones get it in parts of 153 GSM characters, or of 67 UTF-16 units if any is not GSM. */
const MAX_BODY_UNITS = 1600;
const MAX_TITLE_UNITS = 200;
const MAX_RECIPIENTS = 20;

const PhoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, 'A phone number with its country code, such as +4915112345678.');

const TwilioConfig = z.strictObject({
  accountSid: z
    .string()
    .regex(/^AC[0-9A-Za-z]{1,64}$/, 'It starts with AC.')
    .meta({
      title: 'Account SID',
      description: 'Of your Twilio account.',
      examples: ['AC00000000000000000000000000000000'],
    }),
  authToken: token({
    title: 'Auth token',
    description: 'Of the account.',
    example: 'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
  }),
  from: z
    .union(
      [PhoneNumber, z.string().regex(/^MG[0-9a-fA-F]{32}$/), z.string().regex(/^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/)],
      {
        error: 'A phone number of yours, the SID of a messaging service (MG…), or a sender of up to 11 letters.',
      },
    )
    .meta({
      title: 'From',
      description: 'A phone number of yours, the SID of a messaging service, or an alphanumeric sender.',
      examples: ['+15005550006'],
    }),
  to: z
    .array(PhoneNumber)
    .min(1)
    .max(MAX_RECIPIENTS)
    .meta({
      title: 'To',
      description: 'The phone numbers that receive, with their country codes.',
      examples: [['+4915112345678']],
    }),
  apiBaseUrl: apiBaseUrl('twilio', API),
  templates,
});

/** Without tags and source: each part costs money. */
function textOf({ title, message, link }: Notice): string {
  const heading = title === undefined ? '' : `${fit(title, MAX_TITLE_UNITS, utf16Units)}\n`;
  const below = link === undefined ? '' : `\n${link}`;
  return heading + fit(message, MAX_BODY_UNITS - (heading + below).length, utf16Units) + below;
}

const TwilioAnswer = z.object({ code: z.number(), message: z.string().default('') });

/** The account's SID or token is wrong, or the account is suspended or closed. */
const GONE = new Set([20_003, 20_005, 30_002]);
const TOO_MANY = new Set([20_429, 14_107, 30_001]);

/** Twilio's Programmable Messaging: one request for each recipient. @see https://www.twilio.com/docs/messaging/api/message-resource */
export const twilio = defineMessageKind({
  kind: 'twilio',
  title: 'Twilio SMS',
  description: 'Sends notifications as text messages by your Twilio account.',
  config: TwilioConfig,
  secrets: ['authToken'],
  urls: ['apiBaseUrl'],
  vendorApi: API,
  limits: { titleCharacters: MAX_TITLE_UNITS, messageCharacters: MAX_BODY_UNITS, requestsPerSecond: 1 },
  write(notice, config, context) {
    const { accountSid, authToken, from } = config;
    const url = under(config.apiBaseUrl ?? API, `/2010-04-01/Accounts/${accountSid}/Messages.json`);
    const headers = { authorization: basicAuth(accountSid, authToken) };
    const sender = from.startsWith('MG') && from.length === 34 ? { MessagingServiceSid: from } : { From: from };
    const fields = { ...sender, Body: textOf(notice) };
    return config.to.map((to) => ({
      ...formRequest({ url, headers }, { To: to, ...fields }, context),
      recipient: to,
    }));
  },
  classify(response, { now }) {
    const known = answerOf(response, TwilioAnswer);
    const answer: VendorAnswer = { response, now, said: known && `${known.message} (${known.code})` };
    if (known !== undefined && TOO_MANY.has(known.code)) return retried(answer);
    return known !== undefined && GONE.has(known.code) ? gone(answer) : byStatus(answer);
  },
});
