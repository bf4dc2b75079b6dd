import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TEMPLATE_LENGTH } from '../../../core/notification/liquid.ts';
import { MAX_OUTPUT_LENGTH } from '../../../core/notification/liquid/emitters.ts';
import { readNotification } from '../../../core/notification/read-notification.ts';
import { readNotificationWith } from '../../../core/notification/read-notification-with.ts';
import { mistakeOf } from '../../../core/notification/template-mistake.ts';
import * as templating from '../../../core/notification/templates.ts';
import { readBody, readText, withFields } from './reading.ts';

const { checkTemplates } = templating;
const applyTemplates = async (...given: Parameters<typeof templating.applyTemplates>) =>
  withFields(await templating.applyTemplates(...given));

const apply = async (templates: Record<string, string>, body: object, headers: Record<string, string> = {}) =>
  applyTemplates(readBody(body), templates, headers);
const renderTitle = async (title: string, body: object) => (await apply({ title }, body)).title;
const numbers = Array.from({ length: 5000 }, (_, index) => index);

describe('templates of a webhook', () => {
  it('take a sample of a list and of the characters of a text', async () => {
    const title = await renderTitle('{{ list | sample }}{{ text | sample }}', { list: ['a'], text: 'b' });

    expect(title).toBe('ab');
  });

  it('win over what was read, each for its field, and say so in the notes', async () => {
    const templates = {
      title: '{{ service }} is {{ state }}',
      message: '{{ body.details.text | upcase }}',
      priority: '{% if state == "down" %}5{% else %}2{% endif %}',
      tags: 'monitoring, {{ service }},',
    };
    const body = {
      service: 'api',
      state: 'down',
      details: { text: 'no answer' },
      subject: 'S',
      priority: 1,
      tags: ['x'],
    };

    const notification = await apply(templates, body);

    expect(notification).toMatchObject({
      title: 'api is down',
      message: 'NO ANSWER',
      priority: 5,
      tags: ['monitoring', 'api'],
      format: 'json',
      payload: body,
      notes: ['title ← template', 'message ← template', 'priority ← template', 'tags ← template'],
    });
  });

  it('win over the chat-compatible format', async () => {
    const notification = await apply(
      { message: '{{ attachments[0].text }}' },
      { attachments: [{ fallback: 'F', text: 'T' }] },
    );

    expect(notification).toMatchObject({ message: 'T', format: 'chat' });
  });

  it('leave the other fields as they were read', async () => {
    const notification = await apply({ title: 'T' }, { title: 'x', message: 'M', priority: 2, tags: ['a'] });

    expect(notification).toMatchObject({ title: 'T', message: 'M', priority: 2, tags: ['a'] });
  });

  it.each([
    ['title', '{{ nope }}'],
    ['message', ' {{ nope }}\n'],
    ['priority', 'high'],
    ['priority', '{{ nope }}'],
    ['tags', ' , {{ nope }}'],
  ])('count as absent when %s renders %j', async (field, template) => {
    const body = { title: 'T', message: 'M', priority: 3, tags: ['a'] };

    const notification = await apply({ [field]: template }, body);

    const { notes: _, ...read } = readBody(body);
    expect(notification).toMatchObject(read);
  });

  it('render an empty payload for plain text', async () => {
    const notification = await applyTemplates(readText('disk full'), { title: 'x{{ body | json }}{{ a.b }}' }, {});

    expect(notification).toMatchObject({ title: 'x{}', message: 'disk full', payload: {} });
  });

  it('keep the limits of title, message, priority and tags', async () => {
    const templates = { title: '{{ long }}', message: '{{ long }}', priority: '{{ n }}', tags: 'a,{{ long }}' };

    const notification = await apply(templates, { long: '😀'.repeat(5000), n: 99 });

    expect(notification.title).toBe('😀'.repeat(200));
    expect(notification.message).toBe('😀'.repeat(4000));
    expect(notification.priority).toBe(5);
  });

  it('note what of their text was cut or ignored', async () => {
    const long = 'x'.repeat(5000);
    const body = {
      long,
      level: 'critical',
      list: `${'t'.repeat(16_000)},${'u'.repeat(16_000)}`,
      message: 'M',
      priority: 2,
    };

    const cut = await apply({ title: '{{ long }}', message: '{{ long }}', tags: '{{ list }}' }, body);
    const ignored = await apply({ priority: '{{ level }}', tags: ' , ' }, body);

    expect(cut.notes).toEqual(
      expect.arrayContaining([
        'title cut to 200 characters',
        'message cut to 4,000 characters',
        'tags cut to 16,384 characters',
      ]),
    );
    expect(ignored.notes).toContain('template: priority ignored: not a number');
    expect(ignored).toMatchObject({ priority: 2, tags: [] });
  });

  it('see the headers that describe the event, and no credential', async () => {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/1',
      'x-github-event': 'push',
      authorization: 'Bearer nrk_secret',
      cookie: 'a=b',
      accept: '*/*',
      'not-x-real-ip': '10.0.0.1',
      'x-not-x-forwarded': 'yes',
      'x-hub-signature-256': 'sha256=1',
      'x-gitlab-token': 't',
      'x-api-key': 'k',
      'x-apprise-config-id': 'nrk_secret',
      'x-forwarded-for': '10.0.0.1',
      'x-notification-hops': 'abc',
      'x-notification-origin': 'msg_1',
    };

    const { message } = await apply({ message: '{{ headers | json }}' }, { headers: 'mine' }, headers);

    expect(JSON.parse(message)).toEqual({
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/1',
      'x-github-event': 'push',
      'x-not-x-forwarded': 'yes',
    });
  });

  it('see nothing of one another', async () => {
    const templates = {
      title: '{% assign a = 1 %}{% increment n %}{{ n }}',
      message: '{{ a }}{{ n }}{% increment n %}',
    };

    expect(await apply(templates, { n: 5 })).toMatchObject({ title: '56', message: '55' });
  });

  it('never change the payload', async () => {
    const body = { list: [3, 1, 2], n: 1 };
    const templates = { title: '{% increment n %}{% assign list = list | sort | push: 9 %}{{ list | join: "," }}' };

    const notification = await apply(templates, body);

    expect(notification.title).toBe('11,2,3,9');
    expect(notification.payload).toEqual(body);
  });
});

describe('what templates print', () => {
  it.each([
    ['{{ object }}', '{"a":1}'],
    ['{{ list }}', 'ab1'],
    ['x{{ nothing }}{{ nope.deeper }}', 'x'],
    ['{{ yes }} {{ number }}', 'true 1.5'],
    ['{% capture c %}{{ object }}{% endcapture %}{{ c | size }}', '7'],
    ['{{ 0 | date: "%Y-%m-%d %H:%M %Z" }}', '1970-01-01 00:00 +0000'],
  ])('%s gives %s', async (template, text) => {
    const body = { object: { a: 1 }, list: ['a', 'b', 1], nothing: null, yes: true, number: 1.5 };

    expect(await renderTitle(template, body)).toBe(text);
  });

  it.each([
    '{{ constructor }}',
    '{{ body.constructor.name }}',
    '{{ __proto__ }}',
    '{{ body.__proto__.toString }}',
    '{{ list.__proto__ }}',
    '{{ list.constructor }}',
    '{{ text.constructor }}',
    '{{ headers.constructor }}',
    '{{ body.toString }}',
  ])('%s reaches no prototype', async (template) => {
    expect(await renderTitle(`x${template}`, { list: [1], text: 'abc' })).toBe('x');
  });

  it('reads keys that look like members of a prototype from the body itself', async () => {
    const notification = readText('{"__proto__":{"a":1},"constructor":"c","then":"t","next":"n"}');

    const { title } = await applyTemplates(
      notification,
      { title: '{{ __proto__.a }}{{ constructor }}{{ then }}{{ next }}' },
      {},
    );

    expect(title).toBe('1ctn');
  });
});

describe('a template that fails', () => {
  it.each([
    ['a filter that gets what it cannot use', '{{ list | where_exp: "x", "(((" }}'],
    ['a range without end', '{% for i in (1..1000000000) %}x{% endfor %}'],
    ['loops inside loops', '{% for i in list %}{% for j in list %}{% endfor %}{% endfor %}'],
    [
      'a variable that doubles itself',
      '{% assign x = word %}{% for i in list %}{% assign x = x | append: x %}{% endfor %}',
    ],
    [
      'captures that double',
      '{% assign x = word %}{% for i in list %}{% capture x %}{{ x }}{{ x }}{% endcapture %}{% endfor %}',
    ],
    ['a replacement that explodes', '{{ word | replace: "x", word | replace: "x", word | replace: "x", word }}'],
    ['a date without end', '{{ "now" | date: "%1000000000Y" }}'],
    ['a tag nobody knows', '{% include "secrets" %}'],
  ])('for %s leaves what was read and a note with the place', async (_, template) => {
    const started = performance.now();

    const notification = await apply(
      { title: template },
      { title: 'T', message: 'M', list: numbers, word: 'x'.repeat(1000) },
    );

    expect(notification.title).toBe('T');
    expect(notification.notes).toEqual([expect.stringMatching(/^title template failed: .+ \(line 1, column \d+\)$/)]);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('never takes another field with it', async () => {
    const notification = await apply({ title: '{{ a | nope }}', message: '{{ a }}!' }, { a: 'A', name: 'N' });

    expect(notification).toMatchObject({ title: 'N', message: 'A!' });
    expect(notification.notes).toHaveLength(3);
  });

  it('prints too deep a body without losing the notification', async () => {
    const text = `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`;

    const notification = await applyTemplates(readText(text), { title: '{{ a }}' }, {});

    expect(notification.notes).toContainEqual(expect.stringContaining('title template failed'));
  });
});

describe('a limit of the engine', () => {
  const failureOf = async (template: string, body: object) => {
    const { notes } = await apply({ title: template }, body);
    return notes.find((note) => note.startsWith('title template failed'));
  };

  it('refuses rounds of nested loops that print nothing, whatever the time they take', async () => {
    const template = '{% for i in list %}{% for j in few %}{% endfor %}{% endfor %}';

    expect(await failureOf(template, { list: numbers, few: numbers.slice(0, 10) })).toContain('too many steps');
  });

  it('refuses captures that together hold too much', async () => {
    const template = '{% for i in few %}{% capture c %}{{ word }}{% endcapture %}{% endfor %}';

    expect(await failureOf(template, { few: numbers.slice(0, 50), word: 'x'.repeat(100_000) })).toContain(
      'too many steps',
    );
  });
});

describe('output without end', () => {
  it('is cut off', async () => {
    const template = '{% for i in list %}{{ word }}{% endfor %}';

    const notification = await apply({ message: template }, { list: numbers, word: 'x'.repeat(1000) });

    expect(notification.message).toBe('x'.repeat(4000));
    expect(notification.notes).toEqual(['message ← template', 'message cut to 4,000 characters']);
    expect(MAX_OUTPUT_LENGTH).toBeGreaterThan(2 * 4000);
  });
});

describe('checking templates on save', () => {
  it('accepts what parses', async () => {
    await expect(checkTemplates({ title: '{{ a }}', tags: '{% for t in l %}{{ t }},{% endfor %}' })).resolves.toEqual({
      kind: 'ok',
    });
    await expect(checkTemplates({})).resolves.toEqual({ kind: 'ok' });
  });

  it.each([
    ['{% if a %}', '"if" has no "endif" (line 1, column 1)'],
    ['ok\n  {{ a | nope }}', 'there is no filter "nope" (line 2, column 3)'],
    ['{{ a', 'a "}}" is missing after: {{ a (line 1, column 1)'],
    ['{% include "a" %}', 'there is no tag "include" (line 1, column 1)'],
    ['{% render "a" %}', 'there is no tag "render" (line 1, column 1)'],
    ['{% layout "a" %}', 'there is no tag "layout" (line 1, column 1)'],
    ['a\nb {% for %}{% endfor %}', '"for" needs a name and a list, as in {% for item in items %} (line 2, column 3)'],
    ['x'.repeat(MAX_TEMPLATE_LENGTH + 1), 'a template of 8193 characters; at most 8192 are allowed (line 1, column 1)'],
  ])('refuses the template of row %#', async (template, message) => {
    const checked = await checkTemplates({ title: 'fine', message: template });

    expect(checked).toEqual({ kind: 'invalid', details: [{ path: 'message', message }] });
  });

  it('accepts a template of exactly the longest length', async () => {
    await expect(checkTemplates({ title: 'x'.repeat(MAX_TEMPLATE_LENGTH) })).resolves.toEqual({ kind: 'ok' });
  });

  it('counts columns on the line of the mistake and leaves out what the engine says of the place', async () => {
    const template = `${'\n'.repeat(11)}${' '.repeat(20)}{{ a | nope }}\nlast`;

    const checked = await checkTemplates({ title: template });

    expect(checked).toMatchObject({ details: [{ message: 'there is no filter "nope" (line 12, column 21)' }] });
  });

  it('puts an error that names no place at the start', () => {
    const exhausted = new RangeError('Maximum call stack size exceeded');

    expect(mistakeOf(new RangeError('stack'), 'unknown')).toEqual({ message: 'unknown', line: 1, column: 1 });
    expect(mistakeOf(exhausted, 'unknown')).toMatchObject({ message: expect.stringContaining('nests too deeply') });
  });
});

describe('any template over any body', () => {
  const piece = fc.constantFrom(
    '{{ a }}',
    '{{ body | json }}',
    '{% if a %}',
    '{% endif %}',
    '{% for i in b %}',
    '{% endfor %}',
    '{{ i.c | upcase }}',
    '{% assign a = b %}',
    '{% capture c %}',
    '{% endcapture %}',
    '{{ a | split: "" | join: a }}',
    '{{',
    '%}',
    'text',
  );

  it('never rejects and keeps every limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece).map((pieces) => pieces.join('')),
        fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'toString'), fc.jsonValue()),
        async (template, body) => {
          const notification = await apply({ title: template, message: template, tags: template }, body);

          expect((notification.title ?? '').length).toBeLessThanOrEqual(400);
          expect(notification.message.length).toBeLessThanOrEqual(8000);
          expect(notification.message.isWellFormed()).toBe(true);
          expect(notification.payload).toEqual(JSON.parse(JSON.stringify(body)));
        },
      ),
    );
  });
});

describe('reading as the webhook wants it', () => {
  const request = { text: '{"title":"T","message":"M","a":"A"}', headers: { 'x-event': 'e' } };

  it('is reading by the general rules when it wants nothing', async () => {
    const expected = readNotification(request);

    await expect(readNotificationWith(request, {})).resolves.toEqual(expected);
    await expect(readNotificationWith(request, { templates: {} })).resolves.toEqual(expected);
  });

  it('lets the templates win over the preset, and the preset over what was read', async () => {
    const result = await readNotificationWith(request, {
      templates: { title: '{{ a }} template' },
      applyPreset: async (notification, headers) => ({
        ...notification,
        content: { title: 'preset', message: `preset ${headers['x-event']}`, tags: [] },
      }),
    });

    expect(result).toMatchObject({ notification: { content: { title: 'A template', message: 'preset e' } } });
  });

  it('refuses a body that is no JSON object although it is declared as one', async () => {
    const result = await readNotificationWith(
      { text: '[]', headers: { 'content-type': 'application/json' } },
      { templates: { title: 'T' } },
    );

    expect(result).toEqual({ kind: 'invalid-json' });
  });
});
