import { describe, expect, it } from 'vitest';
import { readBody } from './reading.ts';

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
const leaf = (type: string, rest: object) => ({ type, ...rest });
const messageOf = (...blocks: unknown[]) => readBody({ blocks }).message;

describe('recognising the chat-compatible format', () => {
  it.each([{ text: 'x' }, { blocks: [] }, { attachments: [] }, { text: null }])('counts %j as chat', (body) => {
    expect(readBody(body).format).toBe('chat');
  });

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
    [{ text: 'T', pretext: 'P' }, 'T', 'text'],
    [{ pretext: 'P', blocks: [section('B')] }, 'P', 'pretext'],
    [{ color: '#f00', blocks: [section('B')] }, 'B', 'blocks'],
    [
      { fields: [{ title: 'Host', value: 'db-1' }, { value: 'x' }, {}, { title: 'Up' }] },
      'Host: db-1\nx\nUp',
      'fields',
    ],
  ])('comes from the attachment %j', (attachment, message, field) => {
    const notification = readBody({ attachments: [attachment] });

    expect(notification).toMatchObject({ message, notes: [`message ← attachments[0].${field}`] });
  });

  it('comes from the first attachment that says something', () => {
    const notification = readBody({ attachments: ['x', { color: 'red' }, { text: 'T' }, { text: 'U' }] });

    expect(notification.message).toBe('T');
  });

  it('is guessed when neither text, blocks nor attachments say anything', () => {
    expect(readBody({ blocks: 'none', attachments: {}, description: 'D' })).toMatchObject({
      format: 'chat',
      message: 'D',
    });
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

  it('is guessed when no attachment has one', () => {
    expect(readBody({ subject: 'S', text: 'x' })).toMatchObject({ title: 'S', message: 'x' });
  });

  it('is absent otherwise: what kind of thing it is says nothing in a chat', () => {
    expect(readBody({ type: 'message', text: 'x' })).not.toHaveProperty('title');
  });
});

describe('the text of blocks', () => {
  it('holds headers, sections with fields, contexts, markdown and image titles', () => {
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
      { type: 'context', elements: [{ type: 'image', alt_text: 'logo' }, { type: 'mrkdwn', text: 'CI' }, {}, 7] },
      { type: 'markdown', text: '**bold**' },
      { type: 'image', title: { text: 'A graph' }, alt_text: 'graph' },
      { type: 'image', alt_text: 'graph' },
      { type: 'actions', elements: [] },
      { type: 'section', text: 7 },
    );

    expect(message).toBe('Deploy\ndone\nby @U1\nonly a field\nlogo CI\n**bold**\nA graph\ngraph');
  });

  it('reads rich text', () => {
    const message = messageOf({
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            leaf('text', { text: 'Hi &amp; ' }),
            leaf('user', { user_id: 'U1' }),
            leaf('text', { text: ' ' }),
            leaf('usergroup', { usergroup_id: 'S1' }),
            leaf('channel', { channel_id: 'C1' }),
            leaf('broadcast', { range: 'here' }),
            leaf('emoji', { name: 'tada' }),
            leaf('date', { timestamp: 1, fallback: 'today' }),
            leaf('color', { value: '#fff' }),
            leaf('text', { text: 7 }),
          ],
        },
        {
          type: 'rich_text_list',
          elements: [
            { type: 'rich_text_section', elements: [leaf('link', { url: 'https://x', text: 'label' })] },
            { type: 'rich_text_section', elements: [leaf('link', { url: 'https://y' })] },
            { type: 'rich_text_section', elements: [leaf('link', { url: 'https://z', text: 'https://z' })] },
          ],
        },
        { type: 'rich_text_quote', elements: [leaf('text', { text: 'quo' }), leaf('text', { text: 'te' })] },
        { type: 'rich_text_preformatted', elements: [leaf('text', { text: 'co' }), leaf('text', { text: 'de' })] },
      ],
    });

    expect(message).toBe(
      'Hi &amp; @U1 @S1#C1@here:tada:today• label (https://x)\n• https://y\n• https://z\n> quote\ncode',
    );
  });

  it('does not follow rich text without end', () => {
    let element: object = { type: 'text', text: 'deep' };
    for (let depth = 0; depth < 20; depth += 1) element = { type: 'rich_text_section', elements: [element] };

    expect(readBody({ blocks: [{ type: 'rich_text', elements: [element] }] }).notes).toEqual(['message ← whole body']);
  });
});
