import * as z from 'zod';
import { type FakeVendor, jsonAnswer, type VendorRequest } from './vendor.ts';

const SID = 'AC0123456789abcdef0123456789abcdef';
const AUTHORIZATION = `Basic ${Buffer.from(`${SID}:0123456789abcdefghij`).toString('base64')}`;

const Message = z.strictObject({
  To: z.string(),
  From: z.string().optional(),
  MessagingServiceSid: z.string().optional(),
  Body: z.string(),
});

const error = (status: number, code: number, message: string) =>
  jsonAnswer(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });

function messageOf({ body }: VendorRequest) {
  return Message.parse(Object.fromEntries(new URLSearchParams(body)));
}

/** Twilio's Messages resource. @see https://www.twilio.com/docs/messaging/api/message-resource */
export const vendor: FakeVendor = {
  kind: 'twilio',
  config: (baseUrl) => ({
    accountSid: SID,
    authToken: '0123456789abcdefghij',
    from: '+15005550006',
    to: ['+4915112345678'],
    apiBaseUrl: baseUrl,
  }),
  answer(request) {
    const { method, url, headers } = request;
    if (method !== 'POST' || url.pathname !== `/2010-04-01/Accounts/${SID}/Messages.json`) {
      return error(404, 20_404, `The requested resource ${url.pathname} was not found`);
    }
    if (headers['authorization'] !== AUTHORIZATION) return error(401, 20_003, 'Authenticate');
    const { To, From, MessagingServiceSid, Body } = messageOf(request);
    if (!/^\+[1-9]\d{6,14}$/.test(To)) return error(400, 21_211, `The 'To' number ${To} is not a valid phone number.`);
    if (From === undefined && MessagingServiceSid === undefined)
      return error(400, 21_603, "A 'From' phone number is required.");
    if (Body === '') return error(400, 21_602, 'Message body is required.');
    if (Body.length > 1600)
      return error(400, 21_617, 'The concatenated message body exceeds the 1600 character limit.');
    return jsonAnswer(201, { sid: 'SM0', status: 'queued', num_segments: '1', error_code: null });
  },
  shown(request, hasTitle) {
    const { Body } = messageOf(request);
    const titleEnd = hasTitle ? Body.indexOf('\n') : -1;
    const [, link] = /\n(https:\/\/router\.example\/\S+)$/.exec(Body) ?? [];
    const end = link === undefined ? Body.length : Body.length - link.length - 1;
    return {
      title: hasTitle ? Body.slice(0, titleEnd) : undefined,
      message: Body.slice(titleEnd + 1, end),
      link,
    };
  },
};
