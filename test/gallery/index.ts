import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { ChannelRequest, DeliveredKind, RenderContext } from '../../core/channels/channel-kind.ts';
import { escapeHtml } from '../../core/channels/html-pieces.ts';
import { ChannelKind } from '../../core/channels/kinds.ts';
import { noticeOf } from '../../core/channels/notice.ts';
import { priorityColour } from '../../core/channels/priority-map.ts';
import { deliveredKind } from '../../core/channels/registry.ts';
import { type FakeVendor, seen, type Shown } from '../vendors/vendor.ts';
import { styles } from './looks.ts';
import { samples } from './samples.ts';

/** Renders the same five notifications for every kind into one page, as their readers see them. Opens without a server. */

const PAGE = 'reports/gallery.html';
const MAX_REQUEST_CHARACTERS = 1500;
const NOW = Date.parse('2026-11-20T09:41:00Z');

const context: RenderContext = {
  deliveryId: 'dlv_0123456789abcdef0123456789abcdef',
  now: NOW,
  userAgent: 'notification-router/1.0',
  messageUrl: 'https://router.example/messages/msg_01KAG9S2M0000000000000000A',
  own: { from: 'Alerts <alerts@example.com>', channel: { organizationId: 'org_1', id: 'ch_1' } },
};

const Vendor = z.object({ vendor: z.custom<FakeVendor>() });

async function vendorOf(kind: ChannelKind): Promise<FakeVendor | undefined> {
  const file = new URL(`../vendors/${kind}.ts`, import.meta.url);
  return existsSync(file) ? Vendor.parse(await import(file.href)).vendor : undefined;
}

const Fields = z.object({ properties: z.record(z.string(), z.object({ examples: z.array(z.unknown()) })) });

/** The config that the fields' own examples make. */
function exampleConfig(kind: DeliveredKind<ChannelRequest>): Record<string, unknown> {
  const { properties } = Fields.parse(z.toJSONSchema(kind.config, { io: 'input' }));
  const { templates: _, ...fields } = properties;
  const examples = Object.entries(fields).map(([name, { examples }]) => [name, examples[0]]);
  const change = { now: NOW, randomBytes: (count: number) => new Uint8Array(count) };
  return kind.prepare(Object.fromEntries(examples), change).config;
}

function tag(name: string, className: string, content: string | undefined): string {
  return content === undefined || content === '' ? '' : `<${name} class="${className}">${content}</${name}>`;
}

function mockUp(kind: ChannelKind, { title, message, link, rest }: Shown, priority: number | undefined): string {
  const open = link === undefined ? '' : `<a class="open" href="#">Open message</a>`;
  const facts = tag('div', 'facts', rest && escapeHtml(rest));
  const text = `${tag('div', 'title', title && escapeHtml(title))}${tag('div', 'text', escapeHtml(message))}`;
  return `<div class="mock ${kind}" style="--colour:#${priorityColour(priority)}"><div class="avatar">R</div><div class="main">
<div class="who">Router <span>09:41</span></div><div class="body">${text}<div class="foot">${facts}${open}</div></div></div></div>`;
}

/** What a request of an AWS service shows where people see it: a mail, a text message; otherwise its own data. */
const SesInput = z.object({
  Content: z.object({ Simple: z.object({ Body: z.object({ Html: z.object({ Data: z.string() }) }) }) }),
});
const SmsInput = z.object({ MessageBody: z.string() });

function pictureOf(kind: ChannelKind, request: ChannelRequest, priority: number | undefined): string {
  if (request.kind !== 'aws') return `<pre>${escapeHtml(readable(request))}</pre>`;
  const mail = SesInput.safeParse(request.input).data?.Content.Simple.Body.Html.Data;
  if (mail !== undefined) return `<iframe sandbox srcdoc="${escapeHtml(mail)}"></iframe>`;
  const text = SmsInput.safeParse(request.input).data?.MessageBody;
  if (text !== undefined) return mockUp(kind, { message: text }, priority);
  return `<pre>${escapeHtml(readable(request))}</pre>`;
}

/** The body of a request as people can read it: JSON with indents, a form as its fields. */
function readable(request: ChannelRequest): string {
  if (request.kind !== 'http')
    return shortened(JSON.stringify(request.kind === 'aws' ? request.input : request, null, 1));
  const { body } = seen(request);
  const form = request.headers['content-type']?.includes('form') === true;
  const data: unknown = form ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body);
  return shortened(JSON.stringify(data, null, 1));
}

function shortened(text: string): string {
  return text.length <= MAX_REQUEST_CHARACTERS ? text : `${text.slice(0, MAX_REQUEST_CHARACTERS)}…`;
}

function cell(
  kind: DeliveredKind<ChannelRequest>,
  vendor: FakeVendor | undefined,
  sample: (typeof samples)[number],
): string {
  const config = vendor?.config('https://vendor.example.com') ?? exampleConfig(kind);
  const [request] = kind.render(sample.message, config, context);
  const { priority, title } = sample.message.content;
  const hasTitle = title !== undefined;
  // Web push: its config has no subscriptions before somebody subscribes, and its requests are encrypted anyway.
  const unsent = () => mockUp(kind.kind, noticeOf(sample.message, context), priority);
  if (request === undefined) return `<div class="cell"><small>${sample.name}</small>${unsent()}</div>`;
  const picture =
    vendor === undefined || request.kind !== 'http'
      ? pictureOf(kind.kind, request, priority)
      : mockUp(kind.kind, vendor.shown(seen(request), hasTitle), priority);
  const body = `<details><summary>request</summary><pre>${escapeHtml(readable(request))}</pre></details>`;
  return `<div class="cell"><small>${sample.name}</small>${picture}${vendor === undefined ? '' : body}</div>`;
}

const sections: string[] = [];
for (const name of ChannelKind.options) {
  const kind = deliveredKind(name);
  if (kind === undefined) continue;
  const vendor = await vendorOf(name);
  const cells = samples.map((sample) => cell(kind, vendor, sample));
  sections.push(`<h2 id="${name}">${kind.title} <code>${name}</code></h2><div class="row">${cells.join('')}</div>`);
}

mkdirSync('reports', { recursive: true });
writeFileSync(
  PAGE,
  `<!doctype html><meta charset="utf-8"><title>Channel gallery</title><style>${styles}</style>
<h1>Channel gallery</h1><p>Five notifications as ${sections.length} kinds of channels show them, read back out of the requests they send.</p>
${sections.join('\n')}`,
);
console.log(`${sections.length} kinds, ${samples.length} notifications each: ${PAGE}`);
