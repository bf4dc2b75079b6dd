import * as fc from 'fast-check';
import * as z from 'zod';
import { bombBody, bombs as templateBombs } from '../core/notification/template-grammar.ts';
import { Channel, pathOf, type Rig, Webhook } from './rig.ts';

const Token = z.looseObject({ token: z.string() });
const Sent = z.object({ messageId: z.string() });
const Message = z.object({
  message: z.string(),
  routing: z.array(z.object({ matched: z.boolean(), reason: z.string() })),
  notes: z.array(z.string()),
});

/** A preview that takes longer holds an instance that others wait for. */
const HELD_MS = 10_000;
const SIDE_BY_SIDE = 4;

interface Size {
  readonly seed: number;
  readonly count: number;
}

/** Templates and filters that only cost: by preview and evaluation, and on webhooks, where the send must be stored. */
export async function bombs(rig: Rig, { seed, count }: Size): Promise<string> {
  const half = Math.floor(count / 2);
  const templates = fc.sample(templateBombs, { seed, numRuns: half });
  const filters = fc.sample(filterBombs, { seed, numRuns: count - half });
  const body = bombBody();
  const { token } = await rig.call(Token, 'POST', '/tokens', { name: 'bombs', role: 'admin' });
  const base = `/api/v1/organizations/${rig.attacker.organizationId}`;
  const throwAt = async (path: string, bomb: object) => {
    const { ms, status } = await rig.request('POST', base + path, { token, body: JSON.stringify(bomb) });
    if (ms > HELD_MS)
      rig.findings.push(`${path} was held for ${Math.round(ms)} ms by ${JSON.stringify(bomb).slice(0, 200)}`);
    if (status === 0) rig.findings.push(`${path} never answered ${JSON.stringify(bomb).slice(0, 200)}`);
  };
  await sideBySide(templates, async (text) => throwAt('/templates/preview', { templates: { message: text }, body }));
  await sideBySide(filters, async (filter) => throwAt('/filters/evaluate', { filter, body: small }));
  await onWebhooks(rig, templates.slice(0, 20), body);
  await manyWildcards(rig);
  return `${templates.length} templates, ${filters.length} filters, 20 webhooks with a bomb, 88 links × 60 wildcards`;
}

async function sideBySide<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}

/** Whatever a template does, the send is stored. */
async function onWebhooks(rig: Rig, templates: readonly string[], body: object): Promise<void> {
  const path = `/api/v1/organizations/${rig.attacker.organizationId}/webhooks`;
  for (const text of [...templates, ...named]) {
    const asked = { name: 'bomb', templates: { message: text, title: text } };
    const made = await rig.request('POST', path, { token: rig.attacker.token, body: JSON.stringify(asked) });
    // A template that is refused when it is saved cannot explode later.
    if (made.status === 400) continue;
    const webhook = Webhook.parse(JSON.parse(made.text));
    const { status, ms } = await rig.request('POST', pathOf(webhook), { body: JSON.stringify(body) });
    if (status !== 201) rig.findings.push(`a send with the template ${text.slice(0, 100)} was answered ${status}`);
    if (ms > HELD_MS)
      rig.findings.push(`a send was held for ${Math.round(ms)} ms by the template ${text.slice(0, 100)}`);
  }
}

/** Filters and operators that once outlived every limit. */
const named = ['where_exp', 'find_exp', 'has_exp', 'reject_exp', 'group_by_exp', 'find_index_exp']
  .map((filter) => `{{ objects | ${filter}: "x", "objects contains x" | size }}`)
  .concat(
    '{% for x in objects %}{% if objects contains x %}a{% endif %}{% endfor %}',
    '{% for a in (1..100000) %}{% for b in (1..100000) %}{{ a | times: b }}{% endfor %}{% endfor %}',
    '{% assign a = text %}{% for x in (1..40) %}{% assign a = a | append: a %}{% endfor %}{{ a | size }}',
  );

/** 88 links whose filters look at everything sixty times: stored, visible, and decided or said not to be. */
async function manyWildcards(rig: Rig): Promise<void> {
  const webhook = await rig.call(Webhook, 'POST', '/webhooks', { name: 'wildcards' });
  const paths = Array.from({ length: 60 }, (_, n) => ({ path: 'a[*][*]', op: 'eq', value: `none ${n}` }));
  for (let n = 0; n < 88; n += 1) {
    const config = { url: 'http://127.0.0.1:9/' };
    const channel = await rig.call(Channel, 'POST', '/channels', { kind: 'webhook', name: 'w', config });
    await rig.call(z.unknown(), 'PUT', `/webhooks/${webhook.id}/channels/${channel.id}`, { filter: { any: paths } });
  }
  const body = JSON.stringify({
    message: 'm',
    a: Array.from({ length: 300 }, () => Array.from({ length: 200 }, () => 1)),
  });
  const { status, text, ms } = await rig.request('POST', pathOf(webhook), { body });
  if (status !== 201) return void rig.findings.push(`a send to 88 links × 60 wildcards was answered ${status}`);
  const { routing } = await rig.call(Message, 'GET', `/messages/${Sent.parse(JSON.parse(text)).messageId}`);
  if (routing.length !== 88) rig.findings.push(`only ${routing.length} of 88 links stand in the routing`);
  if (ms > HELD_MS) rig.findings.push(`a send was held for ${Math.round(ms)} ms by filters`);
}

const segment = fc.constantFrom('a', 'b', 'c', '*', '0', '__proto__', 'constructor', '["odd.key"]');
const path = fc.array(segment, { minLength: 1, maxLength: 9 }).map((parts) =>
  parts
    .map((part, index) => {
      if (part === '*' || part === '0') return `[${part}]`;
      return part.startsWith('[') || index === 0 ? part : `.${part}`;
    })
    .join(''),
);
const pattern = fc.constantFrom(
  '(a+)+$',
  '(a|aa)*b',
  '.*.*.*x',
  '(x{1,50}){1,50}',
  '[a-z]*[a-z]*[0-9]',
  '(?i)ſ*K*',
  '\\pL+$',
);
const condition = fc.oneof(
  fc.record({ path, op: fc.constantFrom('eq', 'ne', 'contains', 'startsWith', 'endsWith'), value: fc.string() }),
  fc.record({ path, op: fc.constant('matches'), value: pattern }),
  fc.record({ path, op: fc.constantFrom('gt', 'gte', 'lt', 'lte'), value: fc.oneof(fc.double(), fc.string()) }),
  fc.record({ path, op: fc.constantFrom('in', 'notIn'), value: fc.array(fc.string(), { maxLength: 20 }) }),
  fc.record({ path, op: fc.constantFrom('exists', 'missing') }),
  fc.record({ tags: fc.record({ any: fc.array(fc.string(), { maxLength: 5 }) }) }),
);
const { filter: filterBombs } = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 9 },
    condition,
    fc.record({ all: fc.array(tie('filter'), { maxLength: 6 }) }),
    fc.record({ any: fc.array(tie('filter'), { maxLength: 6 }) }),
    fc.record({ not: tie('filter') }),
  ),
}));

/** Wide and deep at the places that the paths lead to. */
const inner = Array.from({ length: 30 }, () => ({ a: 'a'.repeat(500), b: [[1, 2], [3]], c: { a: [{ b: 'x' }] } }));
const small = { a: inner, b: { a: inner, c: inner }, c: 'a'.repeat(20_000) };
