import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Ask } from '../../core/ask/ask.ts';
import { hasApprovers, readChoice } from '../../core/ask/decide.ts';
import { answerAsk, type EndAskPorts, settled } from '../../core/ask/end-ask.ts';
import { answerPage, missingPage, STYLE_HASH } from './page.ts';
import { bare, html, methodNotAllowed } from './replies.ts';

/** What the page of an ask needs. */
export interface PagePorts extends EndAskPorts {
  /** `{base_url}`, without a trailing slash. */
  readonly publicBaseUrl: string;
}

/** An ask whose token somebody has, and the channel that the token is for. */
interface OpenedPage {
  readonly ask: Ask;
  readonly channelId: string;
  readonly token: string;
}

/** Longer forms are none of ours: the longest text that may be typed has 4,000 characters. */
const MAX_FORM_CHARACTERS = 64 * 1024;

/** Serves the page of an ask. Only its form decides; whatever looks at the page changes nothing. */
export async function servePage(
  ports: PagePorts,
  opened: OpenedPage | undefined,
  event: APIGatewayProxyEventV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { method } = event.requestContext.http;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return methodNotAllowed('GET, HEAD, POST');
  if (opened === undefined) return page(404, missingPage());
  return method === 'POST' ? decide(ports, opened, formOf(event)) : show(ports, opened, 200);
}

async function show(
  ports: PagePorts,
  { ask }: OpenedPage,
  status: number,
  problem?: string,
): Promise<APIGatewayProxyStructuredResultV2> {
  const newest = await settled(ports, ask);
  return page(status, answerPage(newest, { now: ports.now(), publicBaseUrl: ports.publicBaseUrl, problem }));
}

async function decide(
  ports: PagePorts,
  opened: OpenedPage,
  form: URLSearchParams,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { ask, channelId, token } = opened;
  // A link does not say who opens it.
  if (hasApprovers(ask)) return show(ports, opened, 403);
  if (ask.status !== 'pending') return show(ports, opened, 409);
  const read = readChoice(ask, { option: form.get('option'), text: form.get('text') });
  if (read.kind === 'invalid') return show(ports, opened, 400, 'Please choose one of the answers.');
  const by = { type: 'channel', id: channelId } as const;
  const result = await answerAsk(ports, ask, { ...read.choice, by, channelId });
  if (result.kind === 'over') return show(ports, { ...opened, ask: result.ask }, 409);
  // Loading the page again then asks nobody whether to send the form once more.
  return bare(303, { location: `/a/${token}` });
}

function formOf({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): URLSearchParams {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  return new URLSearchParams(text.length > MAX_FORM_CHARACTERS ? '' : text);
}

function page(status: number, text: string): APIGatewayProxyStructuredResultV2 {
  return html(status, { text, styleHash: STYLE_HASH });
}
