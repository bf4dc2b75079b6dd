import { describe, expect, it } from 'vitest';
import { pageUrlOf } from '../../../core/ask/addresses.ts';
import { askShown } from '../../../core/delivery/ask-link.ts';
import { createSend, outgoingMessage } from '../../../core/delivery/send.ts';
import type { Message } from '../../../core/delivery/message.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { anAsk, CHANNEL, memoryAsks, NOW } from '../../fakes/asks.ts';
import { channel, message, rig } from './rig.ts';

const BASE = 'https://notify.example.com';
const mail: Channel = { ...channel, id: CHANNEL };
const asking = { ...message, askId: anAsk().id };

const shownFor = async (ask = anAsk(), to = mail, now = NOW, of: Message = asking) =>
  askShown({ asks: memoryAsks([ask]), publicBaseUrl: BASE }, { message: of, channel: to, now });

describe('the page of an ask in a channel', () => {
  it('is its own, while the ask is open and the channel may answer', async () => {
    const elsewhere = anAsk({ channels: [{ channelId: CHANNEL, kind: 'email', answers: false }] });
    const over = { id: anAsk().id, buttons: [] };

    expect(await shownFor()).toEqual({
      id: anAsk().id,
      url: pageUrlOf(BASE, anAsk(), CHANNEL),
      buttons: [
        { id: 'yes', label: 'Approve' },
        { id: 'no', label: 'Reject' },
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
          return { kind: 'response', status: 400, headers: {}, body: `no: ${url}`, truncated: false, durationMs: 1 };
        },
      },
      now: () => NOW,
      messageUrl: (id) => `${BASE}/messages/${id}`,
    });
    const chat: Channel = { ...mail, kind: 'mattermost', config: { webhookUrl: 'https://chat.example/hooks/x' } };

    const outcome = await send(chat, await outgoingMessage(message, { get: async () => '' }), {
      ask: { id: anAsk().id, url, buttons: [] },
    });

    expect(sent[0]).toContain(url);
    expect(sent[0]).not.toContain('/messages/');
    expect(JSON.stringify(outcome)).not.toContain(url.slice(-40));
  });

  it('is given to the attempt that sends the ask', async () => {
    const pages: unknown[] = [];
    const { deliver } = rig([], {
      context: { message: asking, channel: mail },
      ports: {
        answering: { asks: memoryAsks([anAsk()]), publicBaseUrl: BASE },
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
