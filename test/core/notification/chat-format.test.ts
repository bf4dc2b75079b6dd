import { describe, expect, it } from 'vitest';
import { readBody } from './reading.ts';

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
const leaf = (type: string, rest: object) => ({ type, ...rest });
const messageOf = (...blocks: unknown[]) => readBody({ blocks }).message;

describe('recognising the chat-compatible format', () => {
  it.each([{ text: 'x' }, { text: '' }, { blocks: [{}] }, { attachments: [1] }, { blocks: 'x' }])(
    'counts %j as chat',
    (body) => {
      expect(readBody(body).format).toBe('chat');
    },
  );

  it.each([{ blocks: [] }, { attachments: [] }, { text: null }])(
    'does not count %j, which has nothing, as chat',
    (body) => {
      expect(readBody({ ...body, content: 'C' })).toMatchObject({ format: 'json', message: 'C' });
    },
  );

  it.each([
    { text: 'x', message: 'm' },
    { text: 'x', body: 'm' },
    { attachments: [], msg: 'm' },
    { version: '1.0', message: 'm', attachments: [], type: 'info' },
  ])('does not count %j as chat', (body) => {
    expect(readBody(body)).toMatchObject({ format: 'json', message: 'm' });
  });
});

describe('the message of a chat-formatted body', () => {
  it('comes from the text first', () => {
    const body = { text: 'T', blocks: [section('B')], attachments: [{ fallback: 'F' }] };

    expect(readBody(body)).toMatchObject({ message: 'T', notes: ['message ← text'] });
  });

  it('comes from the blocks when there is no text', () => {
    const body = {
      text: '',
      blocks: [section('A'), { type: 'divider' }, section('B')],
      attachments: [{ fallback: 'F' }],
    };

    expect(readBody(body)).toMatchObject({ message: 'A\nB', notes: ['message ← blocks'] });
  });

  it.each([
    [{ fallback: 'F', text: 'T', pretext: 'P' }, 'F', 'fallback'],
    [{ fallback: ' ', text: 'T', pretext: 'P' }, 'T', 'text'],
    [{ pretext: 'P', blocks: [section('B')] }, 'P', 'pretext'],
  ])('comes from the attachment %j', (attachment, message, field) => {
    const notification = readBody({ attachments: [attachment] });

    expect(notification).toMatchObject({ message, notes: [`message ← attachments[0].${field}`] });
  });

  it('passes over what is no attachment', () => {
    const notification = readBody({ attachments: ['x', { text: 'T' }, { text: 'U' }] });

    expect(notification).toMatchObject({ message: 'T', notes: ['message ← attachments[1].text'] });
  });

  it.each([
    ['another attachment than the first', { attachments: [{ color: 'red' }, { text: 'U' }] }],
    ['blocks of an attachment', { attachments: [{ blocks: [section('B')] }] }],
    ['fields of an attachment', { attachments: [{ fields: [{ title: 'Host', value: 'db-1' }] }] }],
    ['the title of an attachment', { attachments: [{ title_link: 'https://x.example' }] }],
    ['a header', { blocks: [{ type: 'header', text: { type: 'plain_text', text: 'H' } }] }],
    ['a context', { blocks: [{ type: 'context', elements: [{ type: 'mrkdwn', text: 'C' }] }] }],
    ['rich text', { blocks: [{ type: 'rich_text', elements: [leaf('text', { text: 'R' })] }] }],
    ['other names', { blocks: 'none', attachments: {}, description: 'D', data: { message: 'M' } }],
  ])('does not come from %s', (_, body) => {
    const notification = readBody(body);

    expect(notification).toMatchObject({ format: 'chat', message: JSON.stringify(body) });
    expect(notification.notes).toEqual(['message ← whole body']);
  });

  it('is the whole body when nothing is found', () => {
    expect(readBody({ blocks: [{ type: 'divider' }] }).message).toBe('{"blocks":[{"type":"divider"}]}');
  });
});

describe('the title of a chat-formatted body', () => {
  it('comes from the first attachment that has one', () => {
    const notification = readBody({ text: 'x', attachments: [{ text: 'a' }, { title: 'T &amp; U' }, { title: 'V' }] });

    expect(notification).toMatchObject({ title: 'T & U', notes: ['title ← attachments[1].title', 'message ← text'] });
  });

  it('comes from the top level when it is there, like priority and tags', () => {
    const body = { text: 'x', title: 'Top', priority: 4, tags: ['a'], attachments: [{ title: 'T', fallback: 'F' }] };

    expect(readBody(body)).toMatchObject({ title: 'Top', priority: 4, tags: ['a'], format: 'chat' });
  });

  it.each(['subject', 'name', 'headline', 'event'])('is not guessed from %s', (name) => {
    expect(readBody({ [name]: 'S', text: 'x' })).not.toHaveProperty('title');
  });

  it('is absent otherwise: what kind of thing it is says nothing in a chat', () => {
    expect(readBody({ type: 'message', text: 'x' })).not.toHaveProperty('title');
  });
});

describe('the text of blocks', () => {
  it('is that of the sections, with their fields', () => {
    const message = messageOf(
      { type: 'header', text: { type: 'plain_text', text: 'Deploy' } },
      {
        ...section('done'),
        fields: [
          { type: 'mrkdwn', text: 'by <@U1>' },
          { type: 'plain_text', text: '' },
        ],
      },
      { type: 'section', fields: [{ text: 'only a field' }] },
      { type: 'section', text: 'a plain string' },
      { type: 'section', text: {} },
      { type: 'section' },
      { type: 'context', elements: [{ type: 'mrkdwn', text: 'CI' }] },
      section('<https://x.example|label> &amp; more'),
    );

    expect(message).toBe('done\nby @U1\nonly a field\na plain string\nlabel (https://x.example) & more');
  });
});
