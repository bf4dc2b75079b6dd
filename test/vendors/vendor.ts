import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import * as z from 'zod';
import type { HttpRequest, HttpResponse } from '../../core/channels/http-exchange.ts';
import type { ChannelKind } from '../../core/channels/kinds.ts';

/** A request as a vendor's server sees it. */
export interface VendorRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface VendorAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What people see of a notification at the vendor, read back out of the request the way the vendor reads it. */
export interface Shown {
  readonly title?: string | undefined;
  readonly message: string;
  /** Where the link to the message leads. */
  readonly link?: string | undefined;
  /** Everything else that can be seen. */
  readonly rest?: string;
}

/** A vendor that judges requests by its own published rules and answers in its own words. */
export interface FakeVendor {
  readonly kind: ChannelKind;
  /** A config of a channel whose vendor is at this base URL. */
  config(baseUrl: string): Record<string, unknown>;
  /** What the vendor answers: its own error where a rule of its is broken. */
  answer(request: VendorRequest): VendorAnswer;
  /**
   * @param hasTitle whether the notification has one, where that cannot be told from the text
   * @throws where markup of the notification has come through that the vendor would act on
   */
  shown(request: VendorRequest, hasTitle: boolean): Shown;
  /** A text of the notification that cannot be shown as it is, as this vendor shows it. @default the same */
  readonly reads?: (text: string) => string;
}

/** JSON with a status. */
export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): VendorAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

export function textAnswer(status: number, body: string): VendorAnswer {
  return { status, headers: { 'content-type': 'text/plain' }, body };
}

/** A request of a channel as the vendor sees it, without a network in between. */
export function seen({ method, url, headers, body = '' }: HttpRequest): VendorRequest {
  return { method, url: new URL(url), headers, body: typeof body === 'string' ? body : Buffer.from(body).toString() };
}

export function responseOf({ status, headers = {}, body }: VendorAnswer): HttpResponse {
  return { kind: 'response', status, headers, body, truncated: false, durationMs: 1 };
}

/** A text of at most `max` Unicode code points, and not an empty one. */
export function points(max: number) {
  const fits = (text: string) => Array.from(text).length <= max;
  return z.string().min(1).refine(fits, `Must be ${max} or fewer in length.`);
}

/** Parts of a text that begins with a bold line when there is a title, and ends with a line of facts. */
export function partsOf(text: string, hasTitle: boolean, mark: string) {
  const titleEnd = hasTitle ? text.indexOf('\n') : -1;
  const factsStart = text.lastIndexOf('\n\n');
  return {
    title: hasTitle ? text.slice(mark.length, titleEnd - mark.length) : undefined,
    message: text.slice(titleEnd + 1, factsStart),
    rest: text.slice(factsStart + 2),
  };
}

/** A vendor on a free port of 127.0.0.1. */
export async function serveVendor(answer: FakeVendor['answer']) {
  const requests: VendorRequest[] = [];
  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray()).toString();
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    const request = { method: incoming.method ?? '', url, headers, body };
    requests.push(request);
    const { status, headers: answered, body: text } = answer(request);
    outgoing.writeHead(status, answered).end(text);
  }
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
