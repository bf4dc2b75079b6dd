import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ntfyButtons } from '../vendors/ntfy.ts';
import { signedBySlack } from '../vendors/presses.ts';
import { slackButtons } from '../vendors/slack.ts';
import { telegramButtons } from '../vendors/telegram.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { AT, press, pressRig, signingSecret, startVendors } from './press-rig.ts';
import type { Receiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

const Standing = z.object({ status: z.string(), answer: z.looseObject({ option: z.string().nullable() }).nullable() });
const Alert = z.looseObject({ id: z.string(), status: z.string() });
const Told = z.object({ text: z.string() });

let stack: Stack;
let vendors: Receiver;
let api: ManagementApi;

beforeAll(async () => {
  [stack, vendors] = await Promise.all([startStack({ OUTBOUND_ALLOWED_CIDRS: '127.0.0.1/32' }), startVendors()]);
  api = managementApi(stack);
});
afterAll(async () => {
  await stack.stop();
  await vendors.stop();
});

const rig = async (name: string, own?: object) => pressRig({ stack, vendors, api }, name, own);
const standing = async (url: string) => Standing.parse(await (await fetch(url)).json());

/** A press and how long it took. A busy machine may hold up any one, so the faster of two is judged. */
async function timed(pressed: () => Promise<Response>): Promise<{ readonly response: Response; readonly ms: number }> {
  const startedAt = performance.now();
  const response = await pressed();
  return { response, ms: performance.now() - startedAt };
}

describe('buttons of an ask on the running stack', () => {
  it('answer from Slack: taken in less than a second, and every post says who chose what', async () => {
    const { ask, received, buttons, inSlack } = await rig('in-slack');
    const { answerUrl } = await ask();
    const { slack } = await buttons();
    const token = slack.get('Approve');

    const forged = await inSlack(token, { secret: 'another' });
    const late = await inSlack(token, { at: Date.now() - 301_000 });
    const before = await standing(answerUrl);
    const at = Date.now();
    const first = await timed(async () => inSlack(token, { at }));
    const second = await timed(async () => inSlack(token, { at }));
    const [answered, replayed] = [first.response, second.response];

    expect([forged.status, late.status, before.status]).toEqual([401, 401, 'pending']);
    expect([answered.status, await answered.text(), replayed.status]).toEqual([200, '', 200]);
    expect(Math.min(first.ms, second.ms)).toBeLessThan(1000);
    expect(await standing(answerUrl)).toMatchObject({ status: 'answered', answer: { option: 'yes' } });
    const [update = ''] = await received(AT.edited.slack);
    expect(JSON.parse(update)).toMatchObject({ channel: 'C0123456789', ts: '1503435956.000247' });
    expect(update).toContain('Approve: chosen by ann');
    expect(update).toContain('Version 7');
    expect(update).not.toContain('"actions"');
    const [edit = ''] = await received(AT.edited.telegram);
    expect(JSON.parse(edit)).toMatchObject({
      message_id: 101,
      text: expect.stringContaining('Approve: chosen by ann'),
    });
    expect(JSON.parse(edit)).not.toHaveProperty('reply_markup');
    expect((await received(AT.edited.ntfy, 2))[1]).toContain('Approve: chosen by ann');
  });

  it('answer from Telegram, which says at once how it ended', async () => {
    const { ask, buttons, received, urls, inTelegram } = await rig('in-telegram');
    const { answerUrl } = await ask();
    const { telegram, registration } = await buttons();
    const data = telegram.get('Reject');

    const forged = await inTelegram(data, { secret: 'guessed' });
    const first = await timed(async () => inTelegram(data));
    const second = await timed(async () => inTelegram(data));
    const [answered, again] = [first.response, second.response];

    expect(registration.url).toBe(urls.telegram);
    expect([forged.status, answered.status, again.status]).toEqual([401, 200, 200]);
    expect(Math.min(first.ms, second.ms)).toBeLessThan(1000);
    expect(await answered.json()).toMatchObject({
      method: 'answerCallbackQuery',
      text: 'Reject: chosen by Ann Ops',
    });
    expect(await standing(answerUrl)).toMatchObject({ status: 'answered', answer: { option: 'no' } });
    expect((await received(AT.edited.slack))[0]).toContain('Reject: chosen by Ann Ops');
  });

  it('are two of five ways, of which one of a hundred answers wins, and all others hear who did', async () => {
    const { webhook, ask, buttons, received, inSlack, inTelegram, onPhone } = await rig('race');
    const config = { webhookUrl: `${vendors.url}/race/chat` };
    const chat = await api.createChannel({ kind: 'mattermost', name: 'Chat', config });
    await api.link(webhook.id, chat.id, { answers: true });
    const { askId, answerUrl } = await ask();
    const { slack, telegram, ntfy } = await buttons();
    const page = /http:[^\s)\]"]+\/a\/[\w-]+/.exec((await received('/chat'))[0] ?? '')?.[0] ?? '';
    stack.secrets.add('page', page);
    const ways = [
      async (n: number) => inSlack(slack.get('Approve'), { user: { name: `s${n}` } }),
      async (n: number) => inTelegram(telegram.get('Reject'), { user: { first_name: `t${n}` } }),
      async () => onPhone(ntfy.get('Approve')),
      async () => fetch(page, { method: 'POST', body: new URLSearchParams({ option: 'no' }), redirect: 'manual' }),
      async () => api.call('POST', `${api.path}/asks/${askId}/answer`, { option: 'yes' }),
    ];

    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const answer = await ways[n % 5]?.(n);
        return { way: n % 5, status: answer?.status, text: (await answer?.text()) ?? '' };
      }),
    );

    const end = await standing(answerUrl);
    expect(end.status).toBe('answered');
    const of = (way: number) => answers.filter((answer) => answer.way === way);
    // Vendors are answered 200 whoever won: Telegram shows the outcome, Slack the post that has it.
    expect(of(0).map(({ status, text: said }) => `${status}${said}`)).toEqual(Array(20).fill('200'));
    const told = new Set(of(1).map(({ text: said }) => Told.parse(JSON.parse(said)).text));
    expect(told.size).toBe(1);
    const [outcome = ''] = told;
    const others = answers.filter(({ way }) => way > 1);
    const lost = others.filter(({ status }) => status === 409);
    expect(others.length - lost.length).toBe(/chosen by [st]\d/.test(outcome) ? 0 : 1);
    const onPages = lost.filter(({ way }) => way < 4).map(({ text: said }) => said);
    expect(onPages.filter((said) => !said.includes(outcome))).toEqual([]);
    const byApi = lost.filter(({ way }) => way === 4).map(({ text: said }) => Standing.parse(JSON.parse(said)).answer);
    expect(byApi).toEqual(byApi.map(() => end.answer));
    expect((await received(AT.edited.slack))[0]).toContain(outcome);
    expect((await received(AT.edited.telegram))[0]).toContain(outcome);
    expect((await received(AT.edited.ntfy, 2))[1]).toContain(outcome);
    expect((await received('/chat', 2))[1]).toContain(outcome);
  });

  it('take nothing else that Slack sends, and nothing without a signature', async () => {
    const { urls } = await rig('other');

    const answers = [
      await press(
        urls.slack,
        signedBySlack('payload=%7B%22type%22%3A%22view_closed%22%7D', { signingSecret, at: Date.now() }),
      ),
      await press(urls.slack, { headers: {}, body: 'payload={}' }),
      await press(`${stack.baseUrl}/c/ch_01KAG20RM0ABCDEFGHJKMNPQR0`, { headers: {}, body: '' }),
      await fetch(urls.slack),
      await fetch(`${stack.baseUrl}/c`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 405, 404]);
  });

  it('are taken no more once their channel is gone', async () => {
    const { ask, buttons, slack: channel, inSlack } = await rig('gone');
    const { answerUrl } = await ask();
    const { slack } = await buttons();

    await api.deleteChannel(channel.id);
    const late = await inSlack(slack.get('Approve'));

    expect(late.status).toBe(401);
    expect(await standing(answerUrl)).toMatchObject({ status: 'pending' });
  });
});

describe('buttons of an alert on the running stack', () => {
  /** An alert that fires in every channel of a rig. */
  async function firing(name: string) {
    const made = await rig(name, { lifecycle: { key: '{{ disk }}', status: '{{ state }}' } });
    await made.send({ disk: 'db-1', title: 'Disk', message: 'Disk full' });
    const alert = async () => {
      const page = await api.call('GET', `${api.path}/alerts?webhookId=${made.webhook.id}`);
      return z.object({ items: z.tuple([Alert]) }).parse(await page.json()).items[0];
    };
    const became = async (status: string) =>
      eventually(async () => {
        const found = await alert();
        return found.status === status ? found : undefined;
      });
    /** What can be pressed in the newest edit of each post, once it says something. */
    const edited = async (words: string) =>
      eventually(async () => {
        const newest = await Promise.all(
          Object.values(AT.edited).map(async (path) => (await made.received(path)).at(-1)),
        );
        const [inSlack = '', inTelegram = '', byNtfy = ''] = newest;
        if (!newest.every((said) => said?.includes(words))) return undefined;
        return [
          [...slackButtons(inSlack).keys()],
          [...telegramButtons(inTelegram).keys()],
          [...ntfyButtons(byNtfy).keys()],
        ];
      });
    return { ...made, alert, became, edited };
  }

  it('acknowledge it in Slack and resolve it in Telegram, and every post follows', async () => {
    const { buttons, alert, became, edited, inSlack, inTelegram, slack: channel } = await firing('alert');
    const { slack, telegram, ntfy } = await buttons();
    const take = slack.get('Acknowledge');

    const before = await alert();
    const forged = await inSlack(take, { secret: 'another' });
    const late = await inSlack(take, { at: Date.now() - 301_000 });
    const guessed = await inTelegram(telegram.get('Resolve'), { secret: 'guessed' });
    const untouched = await alert();
    const began = Date.now();
    const taken = await inSlack(take);
    const took = Date.now() - began;
    const acknowledged = await became('acknowledged');
    const afterwards = await edited('Acknowledged by ann');
    const again = await inSlack(take, { user: { name: 'bob' } });
    const ended = await inTelegram(telegram.get('Resolve'));
    const resolved = await became('resolved');
    const over = await edited('Resolved after');
    await inSlack(take, { user: { name: 'bob' } });

    for (const found of [slack, telegram, ntfy]) expect([...found.keys()]).toEqual(['Acknowledge', 'Resolve']);
    expect([forged, late, guessed].map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(untouched).toEqual(before);
    expect([taken.status, await taken.text(), again.status]).toEqual([200, '', 200]);
    expect(took).toBeLessThan(1000);
    expect(acknowledged).toMatchObject({ acknowledged: { by: { type: 'channel', id: channel.id, name: 'ann' } } });
    expect(afterwards).toEqual([['Resolve'], ['Resolve'], ['Resolve']]);
    expect(await ended.json()).toMatchObject({
      method: 'answerCallbackQuery',
      text: expect.stringMatching(/^Passed on/),
    });
    expect(resolved).toMatchObject({ acknowledged: { by: { name: 'ann' } }, resolved: { by: { name: 'Ann Ops' } } });
    expect(over).toEqual([[], [], []]);
  });

  it('acknowledge it from a phone, where nobody knows whose', async () => {
    const { buttons, alert, became, edited, onPhone, inSlack, ntfy: channel } = await firing('alert-by-ntfy');
    const { ntfy, slack, ntfyUrl } = await buttons();

    const refused = [
      await onPhone(`press=${slack.get('Acknowledge')}`),
      await onPhone('press=x'),
      await onPhone(),
      await fetch(ntfyUrl),
      await inSlack(ntfy.get('Acknowledge')?.replace('press=', '')),
    ];
    const untouched = await alert();
    const taken = await onPhone(ntfy.get('Acknowledge'));

    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 405, 401]);
    expect([untouched.status, taken.status]).toEqual(['firing', 200]);
    expect(await became('acknowledged')).toMatchObject({ acknowledged: { by: { type: 'channel', id: channel.id } } });
    expect(await edited('Acknowledged by somebody in a channel')).toEqual([['Resolve'], ['Resolve'], ['Resolve']]);
  });

  it('do nothing once the link may not answer any more', async () => {
    const { buttons, became, alert, webhook, slack: channel, inSlack, inTelegram } = await firing('alert-unlinked');
    const { slack, telegram } = await buttons();
    await api.link(webhook.id, channel.id, { answers: false });

    await inSlack(slack.get('Resolve'));
    await inTelegram(telegram.get('Acknowledge'));

    expect(await became('acknowledged')).toMatchObject({ acknowledged: { by: { name: 'Ann Ops' } }, resolved: null });
    expect((await alert()).status).toBe('acknowledged');
  });
});
