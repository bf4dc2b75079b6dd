import { describe, expect, it } from 'vitest';
import { readAlertToken } from '../../../core/channels/alert-button.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { CHANNEL } from '../../fakes/asks.ts';
import type { Board } from '../../vendors/board.ts';
import { ntfyBoard, vendor as ntfy } from '../../vendors/ntfy.ts';
import { slackApi, slackBoard, vendor as slackWebhook } from '../../vendors/slack.ts';
import { telegramBoard, vendor as telegram } from '../../vendors/telegram.ts';
import { channelOf } from '../../vendors/send-to.ts';
import { type FakeVendor, jsonAnswer } from '../../vendors/vendor.ts';
import { alertWorld } from './alert-world.ts';

const BY = { type: 'channel', id: CHANNEL, name: 'ann' } as const;
const SECRET = 'what-presses-are-checked-by';

const pressable: readonly (readonly [string, FakeVendor, () => Board, object])[] = [
  ['slack', slackApi, slackBoard, { signingSecret: SECRET }],
  ['telegram', telegram, telegramBoard, { interactive: true }],
  ['ntfy', ntfy, ntfyBoard, { pressSecret: SECRET }],
];

/** A channel whose people may change alerts, and what they may press in its posts, oldest first. */
function worldOf([, vendor, makeBoard, config]: (typeof pressable)[number], own: Partial<Channel> = {}) {
  const board = makeBoard();
  const made = alertWorld(vendor, board, { id: CHANNEL, config: channelOf(vendor, config).config, ...own });
  made.world.answers = true;
  const labels = () => board.posts().map(({ buttons }) => [...(buttons?.keys() ?? [])]);
  return { board, labels, ...made };
}

describe.each(pressable)('the buttons of an alert in %s', (...kind) => {
  it('are those that can still change it, in the post that follows it', async () => {
    const { tell, labels } = worldOf(kind);

    await tell({ text: 'Disk 80 %', priority: 3 });
    const firing = labels();
    await tell({ text: 'Disk 81 %', priority: 3 });
    const edited = labels();
    await tell({ status: 'acknowledged', by: BY });
    const taken = labels();
    await tell({ text: 'Disk full', priority: 5 });
    const louder = labels();
    await tell({ status: 'resolved', by: BY });
    const ended = labels();
    await tell({ text: 'again', priority: 3 });

    expect([firing, edited, taken]).toEqual([
      [['Acknowledge', 'Resolve']],
      [['Acknowledge', 'Resolve']],
      [['Resolve']],
    ]);
    expect(louder).toEqual([[], ['Acknowledge', 'Resolve']]);
    expect(ended).toEqual([[], []]);
    expect(labels()).toEqual([[], [], ['Acknowledge', 'Resolve']]);
  });

  it('name the alert and the channel', async () => {
    const { tell, board, head } = worldOf(kind);

    await tell();

    const [post] = board.posts();
    const token = (label: string) => post?.buttons?.get(label)?.replace(/^press=/, '') ?? '';
    const alertId = (await head())?.id;
    expect(readAlertToken(token('Acknowledge'))).toEqual({ alertId, channelId: CHANNEL, status: 'acknowledged' });
    expect(readAlertToken(token('Resolve'))).toEqual({ alertId, channelId: CHANNEL, status: 'resolved' });
  });

  it('are there however long the text is: nobody needs all of it to say that he is on it', async () => {
    const { tell, labels } = worldOf(kind);

    await tell({ text: 'x'.repeat(20_000) });

    expect(labels()).toEqual([['Acknowledge', 'Resolve']]);
  });

  it('are not there when the people of the channel may not answer', async () => {
    const { tell, labels, world } = worldOf(kind);
    world.answers = false;

    await tell();

    expect(labels()).toEqual([[]]);
  });

  it('are not on posts that stay as they are', async () => {
    const { tell, labels } = worldOf(kind, { updates: 'ends' });

    await tell();
    await tell({ status: 'resolved', by: BY });

    expect(labels()).toEqual([[], []]);
  });

  it('are not there when the channel is not set up for them', async () => {
    const [, vendor] = kind;
    const { tell, labels } = worldOf(kind, { config: channelOf(vendor).config });

    await tell();

    expect(labels()).toEqual([[]]);
  });

  it('are in no error that a vendor makes of what it was sent', async () => {
    const { say, drain, last, world } = worldOf(kind);
    world.answer = ({ body }) => jsonAnswer(400, { ok: false, code: 1, error: body, description: body });
    const said = await say();

    await drain();

    const error = await last(said);
    expect(error).toMatch(/400/);
    expect(error).not.toMatch(/[A-Za-z0-9_-]{64}/);
  });
});

it('are not in a Slack channel by incoming webhook', async () => {
  const posts: string[] = [];
  const { tell, world } = alertWorld(slackWebhook, {
    answer: (request) => {
      posts.push(request.body);
      return slackWebhook.answer(request);
    },
  });
  world.answers = true;

  await tell();

  expect(posts).toHaveLength(1);
  expect(posts[0]).not.toContain('"actions"');
});

it('go, and the post is edited all the same, where Telegram would not tell of presses', async () => {
  const { tell, labels, world, board } = worldOf(['telegram', telegram, telegramBoard, { interactive: true }]);
  await tell();
  world.answer = (request) =>
    request.url.pathname.endsWith('/setWebhook')
      ? jsonAnswer(400, {
          ok: false,
          error_code: 400,
          description: 'Bad Request: bad webhook: HTTPS url must be provided',
        })
      : board.answer(request);

  const told = await tell({ status: 'acknowledged', by: BY });

  expect(told).toBe('edited');
  expect(labels()).toEqual([[]]);
});
