import assert from 'node:assert/strict';
import type { Check, Group } from '../check.ts';
import type { Router } from '../router.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** What is sent, and what is stored of it at least. */
interface Example {
  readonly body: string;
  readonly headers?: Record<string, string>;
  readonly stored: object;
}

/** A check of what is stored of one body. */
function storing(name: string, section: string, { body, headers, stored }: Example): Check {
  const run = async (router: Router) => {
    const { endpointUrl } = await router.webhook();
    assert.partialDeepStrictEqual(await router.stored(endpointUrl, body, headers), stored);
  };
  return { name, section, run };
}

const WHOLE = { title: 'Disk', message: 'full', priority: 4, tags: 'db, prod,,db', extra: { deep: [1, null, 'é'] } };

const answers: Check = {
  name: 'a send is answered 201 with exactly the message id, and no CORS header',
  section: '2.3, 4.1.5',
  run: async (router) => {
    const { endpointUrl } = await router.webhook();
    const response = await router.send(endpointUrl, '{"message":"hello"}');
    const body: unknown = await response.json();
    assert.equal(response.status, 201);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(response.headers.get('access-control-allow-origin'), null);
    assert.deepEqual(Object.keys(Object(body)), ['messageId']);
  },
};

const priorities: Check = {
  name: 'a priority is rounded and clamped, and no number is none',
  section: '2.1',
  run: async (router) => {
    const { endpointUrl } = await router.webhook();
    for (const [given, expected] of [
      ['"3"', undefined],
      ['3.5', 4],
      ['-9', 1],
      ['1e9', 5],
      ['null', undefined],
    ] as const) {
      const { priority } = await router.stored(endpointUrl, `{"message":"m","priority":${given}}`);
      assert.equal(priority, expected, `priority ${given} became ${priority}`);
    }
  },
};

const chat: Check = {
  name: 'a chat-compatible body gives its message, and the title of an attachment',
  section: '4.1.2',
  run: async (router) => {
    const { endpointUrl } = await router.webhook();
    const section = { type: 'section', text: { type: 'mrkdwn', text: 'of a block' } };
    for (const [body, expected] of [
      [
        { text: 'hi', attachments: [{ title: 'T', text: 'no' }] },
        { message: 'hi', title: 'T' },
      ],
      [{ blocks: [section] }, { message: 'of a block' }],
      [{ attachments: [{ fallback: 'first', text: 'second' }] }, { message: 'first' }],
    ] as const) {
      const stored = await router.stored(endpointUrl, JSON.stringify(body));
      assert.partialDeepStrictEqual(stored, { ...expected, format: 'chat' });
    }
  },
};

const templates: Check = {
  name: 'the templates of a webhook win over what is guessed',
  section: '2.1',
  run: async (router) => {
    const { endpointUrl } = await router.webhook({ templates: { title: 'Build {{ build.id }}', priority: '{{ p }}' } });
    const stored = await router.stored(endpointUrl, '{"title":"guessed","message":"m","build":{"id":7},"p":2}');
    assert.partialDeepStrictEqual(stored, { title: 'Build 7', message: 'm', priority: 2 });
  },
};

const slack: Check = {
  name: 'the alias for Slack-compatible senders answers ok',
  section: '–',
  run: async (router) => {
    const { endpointUrl } = await router.webhook();
    for (const [body, headers] of [
      ['{"text":"hi"}', undefined],
      ['payload=%7B%22text%22%3A%22hi%22%7D', FORM],
    ] as const) {
      const response = await router.send(`${endpointUrl}/slack`, body, headers);
      assert.deepEqual([response.status, await response.text()], [200, 'ok']);
    }
  },
};

const dropIn: Check = {
  name: 'a client of ntfy is answered as by ntfy',
  section: 'docs/switching.md',
  run: async (router) => {
    const { endpointUrl } = await router.webhook();
    const response = await router.send(`${endpointUrl}/ntfy/ops`, '95 % of /var', {
      title: 'Disk full',
      priority: 'high',
    });
    assert.equal(response.status, 200);
    assert.partialDeepStrictEqual(await response.json(), {
      event: 'message',
      topic: 'ops',
      title: 'Disk full',
      priority: 4,
    });
  },
};

const largest: Check = {
  name: 'a body as large as the limit is stored whole',
  section: '8',
  run: async (router) => {
    const { endpointUrl } = await router.webhook();
    const body = { message: 'large', fill: '' };
    body.fill = 'x'.repeat(router.maxBodyBytes - JSON.stringify(body).length);
    const { payload } = await router.stored(endpointUrl, JSON.stringify(body));
    assert.ok(JSON.stringify(payload) === JSON.stringify(body), 'the payload is not the body');
  },
};

/** Sends of every form, and what is stored of them. */
export const sending: Group = {
  name: 'sending',
  checks: [
    answers,
    storing('title, message, priority, tags and the whole body are stored', '2.1, 2.2', {
      body: JSON.stringify(WHOLE),
      stored: { title: 'Disk', message: 'full', priority: 4, tags: ['db', 'prod'], format: 'json', payload: WHOLE },
    }),
    priorities,
    storing('tags may be a list', '2.1', {
      body: '{"message":"m","tags":["a"," b ","",7,"a"]}',
      stored: { tags: ['a', 'b'] },
    }),
    storing('title and message are guessed inside wrappers', '2.1', {
      body: '{"data":{"subject":"S","text":"M"}}',
      stored: { title: 'S', message: 'M' },
    }),
    storing('the whole body is the message when none is found', '2.1', {
      body: '{"a":1.50}',
      stored: { message: '{"a":1.50}' },
    }),
    storing('title and message are cut to 200 and 4,000 characters', '8', {
      body: JSON.stringify({ title: '🙂'.repeat(201), message: '🙂'.repeat(4001) }),
      stored: { title: '🙂'.repeat(200), message: '🙂'.repeat(4000) },
    }),
    storing('any content type with json in it is JSON', '4.1.1', {
      body: '{"message":"Überlauf"}',
      headers: { 'content-type': 'application/problem+json' },
      stored: { format: 'json', message: 'Überlauf' },
    }),
    storing('JSON under a form type is JSON', '4.1.1', {
      body: ' {"message":"m"}',
      headers: FORM,
      stored: { format: 'json', message: 'm' },
    }),
    storing('broken JSON under a form type is text', '4.1.1', {
      body: '{"m":',
      headers: FORM,
      stored: { format: 'text', message: '{"m":' },
    }),
    storing('NUL characters are removed', '4.1.1', { body: '{"mess\0age":"a\0b"}', stored: { message: 'ab' } }),
    storing('plain text has its headers, and an empty payload', '4.1.3', {
      body: 'done',
      headers: { 'content-type': 'text/plain', 'x-title': 'Backup', 'x-priority': '2', 'x-tags': 'nas, nightly' },
      stored: { title: 'Backup', message: 'done', priority: 2, tags: ['nas', 'nightly'], format: 'text', payload: {} },
    }),
    chat,
    templates,
    slack,
    dropIn,
    largest,
  ],
};
