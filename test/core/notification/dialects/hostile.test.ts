import { describe, expect, it } from 'vitest';
import { alertmanager } from '../../../../core/notification/dialects/alertmanager.ts';
import { dialects } from '../../../../core/notification/dialects/all.ts';
import { apprise } from '../../../../core/notification/dialects/apprise.ts';
import { discord } from '../../../../core/notification/dialects/discord.ts';
import type { Dialect } from '../../../../core/notification/dialects/dialect.ts';
import { dialectNames, isDialectName } from '../../../../core/notification/dialects/dialect-names.ts';
import { findOperation } from '../../../../core/notification/dialects/find-operation.ts';
import { entryTexts, masked } from '../../../../core/notification/dialects/json-values.ts';
import { messageNumber } from '../../../../core/notification/dialects/message-number.ts';
import { ntfy } from '../../../../core/notification/dialects/ntfy.ts';
import { opsgenie } from '../../../../core/notification/dialects/opsgenie.ts';
import { pagerduty } from '../../../../core/notification/dialects/pagerduty.ts';
import { loadDialect } from '../../../../core/notification/dialects/registry.ts';
import { teams } from '../../../../core/notification/dialects/teams.ts';
import { reading } from './reading.ts';

const MIB = 1024 * 1024;
/** Far above what reading takes, far below what anything that is not linear would take. */
const SOON_MS = 4000;

const MULTIPART = { 'content-type': 'multipart/form-data; boundary=b' };
const part = (name: string, text: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const filled = (unit: string) => unit.repeat(Math.floor(MIB / unit.length));

const bombs: readonly (readonly [name: string, dialect: Dialect, sent: Parameters<typeof reading>[1]])[] = [
  ['a multipart body of nothing but parts', discord, { headers: MULTIPART, body: `${filled(part('a', ''))}--b--\r\n` }],
  ['a multipart body of boundaries', discord, { headers: MULTIPART, body: filled('--b\r\n') }],
  [
    'a multipart head without end',
    apprise,
    { to: '/notify', headers: MULTIPART, body: `--b\r\n${filled('X: y\r\n')}` },
  ],
  [
    'a multipart body that never ends',
    discord,
    { headers: MULTIPART, body: part('content', filled('a')).slice(0, -2) },
  ],
  ['a form of nothing but separators', apprise, { to: '/notify', body: filled('&=') }],
  ['a form of as many fields', apprise, { to: '/notify', body: `body=x${filled('&urls=1')}` }],
  ['a key a thousand times a thousand', pagerduty, { to: '/v2/enqueue', body: `{${filled('"routing_key":1,')}"a":1}` }],
  [
    'JSON as deep as it goes',
    pagerduty,
    {
      to: '/v2/enqueue',
      body: `{"routing_key":"k","event_action":"trigger","x":${'['.repeat(MIB / 2)}${']'.repeat(MIB / 2)}}`,
    },
  ],
  [
    'a list as deep as it goes',
    alertmanager,
    { to: '/api/v2/alerts', body: `[{"labels":{"a":"b"},"x":${'['.repeat(MIB / 2)}${']'.repeat(MIB / 2)}}]` },
  ],
  ['a list of backslashes', alertmanager, { to: '/api/v2/alerts', body: `[{"labels":{"a":"${filled('\\\\')}"}}]` }],
  [
    'an alert of as many labels',
    alertmanager,
    {
      to: '/api/v2/alerts',
      body: JSON.stringify([
        { labels: Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`l${at}`, 'v'])) },
      ]),
    },
  ],
  ['text of nothing but ends of lines', ntfy, { to: '/t', body: filled('\n') }],
  ['buttons without end', ntfy, { body: JSON.stringify({ topic: 't', message: 'x', actions: filled('; view ,') }) }],
  [
    'a card of cards',
    teams,
    {
      body: JSON.stringify({
        type: 'AdaptiveCard',
        body: [
          {
            items: Array.from({ length: 20 }, () => ({
              items: Array.from({ length: 20 }, () => ({
                columns: Array.from({ length: 20 }, () => ({ items: [{ text: 'x' }] })),
              })),
            })),
          },
        ],
      }),
    },
  ],
  [
    'embeds without end',
    discord,
    { body: JSON.stringify({ embeds: Array.from({ length: 50_000 }, () => ({ title: 'a' })) }) },
  ],
  [
    'tags without end',
    opsgenie,
    {
      to: '/v2/alerts',
      body: JSON.stringify({ message: 'x', tags: Array.from({ length: 100_000 }, (_, at) => `t${at}`) }),
    },
  ],
];

describe('what is sent to hurt', () => {
  it.each(bombs)('is read, or refused, soon: %s', async (_, dialect, sent) => {
    const startedAt = performance.now();

    const read = await reading(dialect, sent);

    expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
    expect(['notifications', 'invalid']).toContain(read.kind);
  });

  it('leaves no secret behind in a key that is repeated', async () => {
    const body = `{${filled('"routing_key":"secret",')}"event_action":"trigger"}`;

    expect(
      JSON.stringify(await reading(pagerduty, { to: '/v2/enqueue', body: body })).replaceAll(
        '"keys":["secret",null]',
        '',
      ),
    ).not.toContain('secret');
  });

  it.each(['__proto__', 'constructor', 'toString'])('is an ordinary field when it is called %s', async (name) => {
    const form = await reading(apprise, { to: '/notify', body: `body=x&${name}=y` });

    expect(Object.hasOwn(Object(form).payload, name)).toBe(true);
    expect(Object.getPrototypeOf(Object(form).payload)).toBe(Object.prototype);
  });
});

describe('the values of JSON', () => {
  it.each([
    ['{}', '{}'],
    ['{"k":1}', '{"k":"••••"}'],
    ['{ "k" : [1, {"k": 2}] , "a":"k" }', '{ "k" : "••••" , "a":"k" }'],
    ['{"a":{"k":1},"k":"\\"}"}', '{"a":{"k":1},"k":"••••"}'],
    ['{"\\u006b":null,"k":true}', '{"\\u006b":"••••","k":"••••"}'],
  ])('%s becomes %s', (json, expected) => {
    expect(masked(json, ['k'])).toBe(expected);
  });

  it('are told apart in lists', () => {
    expect(entryTexts('[1, "a,b" ,[2,3],{"c":[]}, {} ]')).toEqual(['1', '"a,b"', '[2,3]', '{"c":[]}', '{}']);
    expect(entryTexts('[]')).toEqual([]);
  });
});

describe('the calls of a dialect', () => {
  it('are found by path and method, with or without a slash at the end', () => {
    expect(findOperation(opsgenie, 'POST', '/v2/alerts/')).toMatchObject({ kind: 'operation' });
    expect(findOperation(opsgenie, 'POST', '/v2/alerts/a/b/close')).toMatchObject({ params: { id: 'a/b' } });
    expect(findOperation(opsgenie, 'DELETE', '/v2/alerts')).toEqual({ kind: 'no-method', allowed: ['POST'] });
    expect(findOperation(ntfy, 'DELETE', '')).toEqual({ kind: 'no-method', allowed: ['POST', 'PUT'] });
    expect(findOperation(opsgenie, 'POST', '/v2/incidents')).toEqual({ kind: 'no-path' });
    expect(findOperation(discord, 'POST', '/')).toMatchObject({ kind: 'operation' });
    expect(findOperation(ntfy, 'HEAD', '/ops/publish')).toMatchObject({ kind: 'no-method' });
  });

  it('stand in a file each, under the name in the path', async () => {
    for (const name of dialectNames) expect((await loadDialect(name)).operations.length).toBeGreaterThan(0);
    expect(isDialectName('slack')).toBe(false);
  });

  it('take their own examples', async () => {
    for (const dialect of Object.values(dialects)) {
      for (const { method, path, example } of dialect.operations) {
        const to = path.replaceAll(/\{\w+\+?\}/g, '17');
        expect(await reading(dialect, { method, to, body: example }), `${method} ${path}`).toMatchObject({
          kind: 'notifications',
        });
      }
    }
  });
});

it('numbers messages by their time, exactly', () => {
  const [one, other] = [
    messageNumber('msg_01KAG20RM0ABCDEFGHJKMNPQR0'),
    messageNumber('msg_01KAG20RM1ABCDEFGHJKMNPQR0'),
  ];

  expect(other - one).toBe(1024);
});
