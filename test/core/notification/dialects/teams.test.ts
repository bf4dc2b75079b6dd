import { describe, expect, it } from 'vitest';
import { teams } from '../../../../core/notification/dialects/teams.ts';
import { reading, requestOf } from './reading.ts';

const card = (content: object) => ({
  type: 'message',
  attachments: [
    { contentType: 'application/vnd.microsoft.card.adaptive', content: { type: 'AdaptiveCard', ...content } },
  ],
});

describe('Microsoft Teams webhooks', () => {
  it('reads a MessageCard', async () => {
    const body = {
      '@type': 'MessageCard',
      summary: 'Build 7',
      title: 'Build failed',
      text: 'main is red',
      sections: [
        {
          activityTitle: 'CI',
          activitySubtitle: 'today',
          text: 'two tests',
          facts: [{ name: 'Branch', value: 'main' }],
        },
      ],
      potentialAction: [{ '@type': 'OpenUri', targets: [{ os: 'default', uri: 'https://ci.example/7' }] }],
    };

    expect(await reading(teams, { body })).toMatchObject({
      title: 'Build failed',
      message: 'main is red\n\nCI\ntoday\ntwo tests\nBranch: main\nhttps://ci.example/7',
      tags: [],
      answer: { status: 202 },
    });
  });

  it('reads an older card with its link, a plain text, and a summary alone', async () => {
    expect(
      await reading(teams, { body: { title: 'T', text: 'x', potentialAction: [{}, { target: ['https://x.test'] }] } }),
    ).toMatchObject({ message: 'x\nhttps://x.test' });
    expect(await reading(teams, { body: { text: 'hello' } })).toMatchObject({ message: 'hello' });
    expect(await reading(teams, { body: { title: 'T', summary: 'S' } })).toMatchObject({ title: 'T', message: 'S' });
  });

  it('reads an Adaptive Card: its heading, texts, facts, columns and link', async () => {
    const body = card({
      body: [
        { type: 'TextBlock', size: 'Large', weight: 'Bolder', text: 'Build 7 failed' },
        { type: 'RichTextBlock', inlines: [{ text: 'main ' }, { text: 'is red' }] },
        {
          type: 'ColumnSet',
          columns: [{ items: [{ type: 'TextBlock', text: 'left' }] }, { items: [{ text: 'right' }] }],
        },
        { type: 'FactSet', facts: [{ title: 'Branch', value: 'main' }] },
      ],
      actions: [{ type: 'Action.Submit' }, { type: 'Action.OpenUrl', url: 'https://ci.example/7' }],
    });

    expect(await reading(teams, { body })).toMatchObject({
      title: 'Build 7 failed',
      message: 'main is red\nleft\nright\nBranch: main\nhttps://ci.example/7',
    });
  });

  it.each([{ weight: 'bolder' }, { size: 'ExtraLarge' }, { style: 'heading' }])(
    'takes a line with %j for the title',
    async (look) => {
      expect(await reading(teams, { body: card({ body: [{ text: 'T', ...look }, { text: 'x' }] }) })).toMatchObject({
        title: 'T',
        message: 'x',
      });
    },
  );

  it('reads a bare card, and takes no line for a title that is the only one or looks like the others', async () => {
    const alone = await reading(teams, { body: { type: 'AdaptiveCard', body: [{ text: 'T', weight: 'Bolder' }] } });
    const alike = await reading(teams, { body: card({ body: [{ text: 'one' }, { text: 'two' }] }) });

    expect(alone).toMatchObject({ message: 'T' });
    expect(alone).not.toHaveProperty('title');
    expect(alike).toMatchObject({ message: 'one\ntwo' });
    expect(alike).not.toHaveProperty('title');
  });

  it('reads the text beside a card that has none, and guesses at any other body', async () => {
    expect(await reading(teams, { body: { ...card({ body: [] }), summary: 'S', text: 'x' } })).toMatchObject({
      title: 'S',
      message: 'x',
    });
    expect(await reading(teams, { body: { event: { message: 'guessed' } } })).toMatchObject({ message: 'guessed' });
    expect(await reading(teams, { body: { title: 'T', text: 'T' } })).toMatchObject({ message: 'T' });
  });

  it('looks no deeper than anybody lays out', async () => {
    const nested = (depth: number): object => (depth === 0 ? { text: 'deep' } : { items: [nested(depth - 1)] });

    expect(await reading(teams, { body: card({ body: [{ text: 'top' }, nested(3)] }) })).toMatchObject({
      message: 'top\ndeep',
    });
    expect(await reading(teams, { body: card({ body: [{ text: 'top' }, nested(60)] }) })).toMatchObject({
      message: 'top',
    });
  });

  it('refuses what is no JSON object, has no key of its own, and answers as a workflow does', async () => {
    const { request } = requestOf(teams, {});

    expect(await reading(teams, { body: 'text' })).toEqual({ kind: 'invalid', error: 'Invalid JSON body' });
    expect(teams.keysIn(request)).toEqual([]);
    expect(teams.refused({ status: 404, error: 'Not found' }, request).json).toEqual({
      error: { code: 'WorkflowNotFound', message: 'Not found' },
    });
  });
});
