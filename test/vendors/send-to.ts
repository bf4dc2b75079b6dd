import type { AskShown } from '../../core/channels/ask-shown.ts';
import type { AlertView } from '../../core/channels/alert-view.ts';
import { createSend } from '../../core/delivery/send.ts';
import { type FlatMessage, MESSAGE_URL, notification, outgoing } from './notifications.ts';
import { type FakeVendor, responseOf, seen, type VendorRequest } from './vendor.ts';

/** Time of every attempt here. */
export const NOW = Date.parse('2026-11-20T10:00:00Z');
export const BASE_URL = 'http://127.0.0.1:9';

/** A channel whose config points at the vendor. */
export function channelOf(vendor: FakeVendor, config: object = {}, baseUrl = BASE_URL) {
  const at = '2026-11-20T09:00:00.000Z';
  return {
    id: 'ch_1',
    organizationId: 'org_1',
    kind: vendor.kind,
    name: 'Ops',
    enabled: true,
    version: 1,
    config: { ...vendor.config(baseUrl), ...config },
    createdAt: at,
    updatedAt: at,
  };
}

/** Sends through the whole of the router's sending, with the vendor in place of the network. */
export async function sendTo(
  vendor: FakeVendor,
  changes: Partial<FlatMessage> & {
    readonly config?: object;
    readonly link?: false;
    readonly shows?: AlertView;
    readonly ask?: AskShown;
  } = {},
  answer: FakeVendor['answer'] = (request) => vendor.answer(request),
) {
  const { config, link, shows, ask, ...said } = changes;
  const { title, message } = { ...notification, ...said };
  const hasTitle = canBeSeen(title) && canBeSeen(message);
  const requests: VendorRequest[] = [];
  const send = createSend({
    http: {
      send: async (request) => {
        const received = seen(request);
        requests.push(received);
        return responseOf(answer(received));
      },
    },
    now: () => NOW,
    ...(link === false ? {} : { messageUrl: () => MESSAGE_URL }),
  });
  const shown = { ...(shows === undefined ? {} : { alert: shows }), ...(ask === undefined ? {} : { ask }) };
  const outcome = await send(channelOf(vendor, config), outgoing(said), shown);
  return { outcome, requests, shown: () => vendor.shown(requests.at(-1)!, hasTitle) };
}

/** A text without the characters that break what a vendor would act on, and those that tell its direction. */
export const visible = (text: string) => text.replace(/[\u200b\u202a-\u202e\u2066-\u2069]/g, '');

/** A text as the router cleans it: what a vendor must show, but for what it cut off. */
export function cleaned(text: string): string {
  const lines = text.toWellFormed().replace(/\r\n?|\u2028|\u2029/g, '\n');
  return visible(lines.replace(/(?![\n\t])\p{Cc}/gu, '')).trim();
}

export function canBeSeen(text: string): boolean {
  return /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(cleaned(text));
}
