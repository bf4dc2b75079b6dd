import { describe, expect, it } from 'vitest';
import { pageUrlOf } from '../../../core/ask/addresses.ts';
import { buttonTokenOf } from '../../../core/ask/button-token.ts';
import { askShown, questionUntil } from '../../../core/delivery/ask-link.ts';
import { outgoingMessage } from '../../../core/delivery/outgoing.ts';
import { createSend } from '../../../core/delivery/send.ts';
import type { Ask } from '../../../core/ask/ask.ts';
import type { Message } from '../../../core/delivery/message.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { anAsk, CHANNEL, memoryAsks, NOW } from '../../fakes/asks.ts';
import { memoryDeliveries } from '../../fakes/deliveries.ts';
import { channel, job, message, rig } from './rig.ts';

const BASE = 'https://notify.example.com';
const mail: Channel = { ...channel, id: CHANNEL };
const asking = { ...message, askId: anAsk().id };

const tokenOf = (option: number) => buttonTokenOf(anAsk(), { channelId: CHANNEL, option });

const portsOf = (ask = anAsk(), deliveries = memoryDeliveries()) => ({
  asks: memoryAsks([ask]),
  deliveries,
  publicBaseUrl: BASE,
});

const shownFor = async (ask = anAsk(), to = mail, now = NOW, of: Message = asking) =>
  (await askShown(portsOf(ask), { message: of, channel: to, now }))?.ask;

describe('the page of an ask in a channel', () => {
  it('is its own, while the ask is open and the channel may answer', async () => {
    const elsewhere = anAsk({ channels: [{ channelId: CHANNEL, kind: 'email', answers: false }] });
    const over = { id: anAsk().id, buttons: [] };

    expect(await shownFor()).toEqual({
      id: anAsk().id,
      url: pageUrlOf(BASE, anAsk(), CHANNEL),
      buttons: [
        { id: 'yes', label: 'Approve', style: 'primary', token: tokenOf(0) },
        { id: 'no', label: 'Reject', style: 'danger', token: tokenOf(1) },
      ],
    });
    expect(await shownFor(anAsk({ status: 'answered' }))).toEqual(over);
    expect(await shownFor(anAsk(), mail, anAsk().endsAt)).toEqual(over);
    expect(await shownFor(elsewhere)).toEqual(over);
    expect(await shownFor(anAsk(), { ...mail, id: 'ch_other' })).toEqual(over);
    expect(await shownFor(anAsk(), mail, NOW, message)).toBeUndefined();
    expect(await shownFor(anAsk({ id: 'ask_other' }))).toBeUndefined();
  });

  it('is the only way to answer where a button says too little', async () => {
    const asks = [anAsk({ text: true }), anAsk({ approvers: ['ann@example.com'] })];

    for (const ask of asks) expect(await shownFor(ask)).toMatchObject({ url: expect.any(String), buttons: [] });
  });

  it('is where the message leads, and is hidden in what the receiver says again', async () => {
    const url = pageUrlOf(BASE, anAsk(), CHANNEL);
    const sent: string[] = [];
    const send = createSend({
      http: {
        async send(request) {
          sent.push(JSON.stringify(request));
          const body = `no: ${url} ${tokenOf(0)} shown-with-presses`;
          return { kind: 'response', status: 400, headers: {}, body, truncated: false, durationMs: 1 };
        },
      },
      now: () => NOW,
      messageUrl: (id) => `${BASE}/messages/${id}`,
    });
    const chat: Channel = { ...mail, kind: 'mattermost', config: { webhookUrl: 'https://chat.example/hooks/x' } };

    const outcome = await send(chat, await outgoingMessage(message, { get: async () => '' }), {
      ask: {
        id: anAsk().id,
        url,
        buttons: [{ id: 'yes', label: 'Approve', token: tokenOf(0) }],
        presses: { url: `${BASE}/c/${CHANNEL}`, secret: 'shown-with-presses' },
      },
    });

    expect(sent[0]).toContain(url);
    expect(sent[0]).not.toContain('/messages/');
    for (const secret of [url.slice(-40), tokenOf(0), 'shown-with-presses']) {
      expect(JSON.stringify(outcome)).not.toContain(secret);
    }
  });

  it('is given to the attempt that sends the ask', async () => {
    const pages: unknown[] = [];
    const { deliver } = rig([], {
      context: { message: asking, channel: mail },
      ports: {
        answering: portsOf(),
        async send(_, __, options) {
          pages.push(options?.ask?.url);
          return { kind: 'delivered', status: 200 };
        },
      },
    });

    await deliver({
      organizationId: 'org_1',
      webhookId: 'wh_1',
      messageId: message.id,
      channelId: CHANNEL,
      attempt: 1,
      retriesUsed: 0,
    });

    expect(pages).toEqual([pageUrlOf(BASE, anAsk(), CHANNEL)]);
  });
});

describe('an ask in a channel whose people press buttons', () => {
  const bot: Channel = {
    ...channel,
    id: CHANNEL,
    kind: 'slack',
    config: { botToken: 'xoxb-1', channel: 'C0', signingSecret: 'signing' },
  };
  const ask = anAsk({ channels: [{ channelId: CHANNEL, kind: 'slack', answers: true }] });
  const question: Message = { ...message, id: ask.messageId, askId: ask.id, content: ask.content };
  const end: Message = {
    ...message,
    id: 'msg_01KAG20RM0ABCDEFGHJKMNPQRZ',
    askId: ask.id,
    origin: 'system',
    content: { title: 'Deploy?', message: 'Approve: chosen by ann', tags: ['answer'] },
  };
  const jobFor = ({ id: messageId }: Message) => ({ ...job, messageId, channelId: CHANNEL });

  /** Delivers with rows and asks that both messages share. */
  function world() {
    const deliveries = memoryDeliveries();
    const asks = memoryAsks([ask]);
    const sent: { readonly options: unknown; readonly text: string }[] = [];
    const deliver = async (of: Message, over: { readonly to?: Channel; readonly reference?: string } = {}) => {
      const { to = bot, reference = 'place.C0/1.2' } = over;
      const made = rig([], {
        context: { message: of, channel: to },
        ports: {
          deliveries,
          answering: { asks, deliveries, publicBaseUrl: BASE },
          async send(_, { content }, options) {
            sent.push({ options, text: content.message });
            return { kind: 'delivered', status: 200, reference };
          },
        },
      });
      await made.deliver(jobFor(of));
      return made;
    };
    const close = async () => asks.end(ask.id, { status: 'cancelled', at: NOW });
    return { deliver, sent, close, deliveries };
  }

  it('tells the vendor where to send presses, and makes a post that can be changed', async () => {
    const { deliver, sent } = world();

    await deliver(question);

    expect(sent).toMatchObject([
      {
        text: ask.content.message,
        options: {
          ask: { presses: { url: `${BASE}/c/${CHANNEL}`, secret: 'signing' }, buttons: [{ id: 'yes' }, { id: 'no' }] },
          post: { version: 0 },
        },
      },
    ]);
  });

  it.each<[string, Partial<Ask>, object]>([
    ['for approvers of this vendor', { approvers: ['ann@example.com', 'slack:U0ANN'] }, { isForApprovers: true }],
    ['for others', { approvers: ['ann@example.com', 'telegram:7'] }, { buttons: [] }],
    ['where words are asked for', { approvers: ['slack:U0ANN'], text: true }, { buttons: [] }],
  ])('has buttons only where they are of use: %s', async (_, own, shown) => {
    expect(await shownFor({ ...ask, ...own }, bot)).toMatchObject(shown);
  });

  it('shows its end in the same post, above the question', async () => {
    const { deliver, sent, close } = world();
    await deliver(question);
    await close();

    await deliver(end);

    expect(sent[1]).toEqual({
      text: 'Approve: chosen by ann\n\nVersion 7 to production',
      options: expect.objectContaining({
        ask: { id: ask.id, buttons: [] },
        post: { id: expect.any(String), version: 1, reference: 'place.C0/1.2' },
      }),
    });
  });

  it('shows its end in a post of its own where the question was not posted', async () => {
    const { deliver, sent, close } = world();
    await close();

    await deliver(end);

    expect(sent).toMatchObject([{ text: 'Approve: chosen by ann' }]);
    expect(sent[0]?.options).not.toHaveProperty('post');
  });

  it('waits with its end while the question is being posted', async () => {
    const { deliver, sent, deliveries } = world();
    await deliveries.claim(jobFor(question), { now: NOW, leaseMs: 3000 });

    const { done } = await deliver(end);

    expect(sent).toEqual([]);
    expect(done.queued).toEqual([{ job: jobFor(end), delaySeconds: 3 }]);
    await deliveries.claim(jobFor(question), { now: NOW + 3001, leaseMs: 90_000 });
    expect(await questionUntil({ deliveries }, { message: end, channel: bot, now: NOW + 3001 })).toBe(NOW + 8001);
  });

  it('waits for nothing where a message tells of no end, or the channel has no buttons', async () => {
    const { deliveries } = world();
    await deliveries.claim(jobFor(question), { now: NOW, leaseMs: 90_000 });
    const until = async (of: Message, to: Channel) =>
      questionUntil({ deliveries }, { message: of, channel: to, now: NOW });

    expect(await until(question, bot)).toBeUndefined();
    expect(await until(message, bot)).toBeUndefined();
    expect(await until(end, channel)).toBeUndefined();
  });

  it('keeps what a post is changed by for asks alone', async () => {
    const { deliver, deliveries } = world();

    await deliver(question);
    await deliver({ ...message, id: 'msg_01KAG20RM0ABCDEFGHJKMNPQRY' });

    expect(await deliveries.read(jobFor(question))).toMatchObject({ reference: 'place.C0/1.2' });
    expect(
      await deliveries.read({ ...jobFor(message), messageId: 'msg_01KAG20RM0ABCDEFGHJKMNPQRY' }),
    ).not.toHaveProperty('reference');
  });
});
