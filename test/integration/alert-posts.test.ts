import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { textsOn } from '../core/delivery/alert-world.ts';
import type { Board } from '../vendors/board.ts';
import { discordBoard, vendor as discord } from '../vendors/discord.ts';
import { matrixBoard, vendor as matrix } from '../vendors/matrix.ts';
import { ntfyBoard, vendor as ntfy } from '../vendors/ntfy.ts';
import { pagerdutyBoard, vendor as pagerduty } from '../vendors/pagerduty.ts';
import { slackApi, slackBoard } from '../vendors/slack.ts';
import { telegramBoard, vendor as telegram } from '../vendors/telegram.ts';
import { type FakeVendor, serveVendor } from '../vendors/vendor.ts';
import { vendor as zulip, zulipBoard } from '../vendors/zulip.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

const Alert = z.looseObject({ id: z.string(), status: z.string(), count: z.number(), message: z.string() });
const AlertPage = z.object({ items: z.array(Alert) });
const Mails = z.object({
  emails: z.array(
    z.object({ subject: z.string(), headers: z.array(z.object({ name: z.string(), value: z.string() })) }),
  ),
});

let stack: Stack;
let receiver: Receiver;
let api: ManagementApi;

beforeAll(async () => {
  [stack, receiver] = await Promise.all([startStack({ EMAIL_FROM: 'router@example.com' }), startReceiver()]);
  api = managementApi(stack);
});
afterAll(async () => {
  await stack.stop();
  await receiver.stop();
});

/** A webhook whose messages are of one alert. */
async function monitored() {
  const webhook = await api.createWebhook({
    name: 'Monitoring',
    lifecycle: { key: '{{ disk }}', status: '{{ state }}' },
  });
  const send = async (body: object): Promise<void> => {
    const response = await fetch(webhook.endpointUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ disk: 'db-1', title: 'Disk', ...body }),
    });
    expect(response.status).toBe(201);
  };
  const alerts = async () =>
    AlertPage.parse(await (await api.call('GET', `${api.path}/alerts?webhookId=${webhook.id}`)).json()).items;
  return { webhook, send, alerts };
}

/** A channel of a vendor, and what people see there. */
async function shownAt(webhookId: string, vendor: FakeVendor, board: Board) {
  const server = await serveVendor((request) => board.answer(request));
  const config = vendor.config(server.baseUrl);
  const channel = await api.createChannel({ kind: vendor.kind, name: vendor.kind, config });
  await api.link(webhookId, channel.id);
  return { kind: vendor.kind, board, server, channel };
}

/** Waits until people see what is wanted; else says what they see. */
async function untilSeen(board: Board, wanted: readonly RegExp[]): Promise<void> {
  const isSeen = async () => {
    const texts = textsOn(board);
    return texts.length === wanted.length && wanted.every((one, index) => one.test(texts[index] ?? ''))
      ? true
      : undefined;
  };
  await eventually(isSeen, 60_000).catch(() => undefined);
  expect(textsOn(board)).toEqual(wanted.map((one) => expect.stringMatching(one)));
}

describe('an alert on the running stack', () => {
  it('is one post that people see change, in every kind that edits', { timeout: 240_000 }, async () => {
    const { webhook, send, alerts } = await monitored();
    const shown = await Promise.all([
      shownAt(webhook.id, slackApi, slackBoard()),
      shownAt(webhook.id, discord, discordBoard()),
      shownAt(webhook.id, telegram, telegramBoard()),
      shownAt(webhook.id, matrix, matrixBoard()),
      shownAt(webhook.id, zulip, zulipBoard()),
      shownAt(webhook.id, ntfy, ntfyBoard()),
    ]);
    const incidents = await shownAt(webhook.id, pagerduty, pagerdutyBoard());
    const mail = await api.createChannel({ kind: 'email', name: 'Mail', config: { to: ['a@example.com'] } });
    const machine = await api.createChannel({ kind: 'webhook', name: 'Machine', config: { url: receiver.url } });
    await api.link(webhook.id, mail.id);
    await api.link(webhook.id, machine.id);
    const seen = async (...wanted: readonly RegExp[]) =>
      Promise.all(shown.map(async ({ board }) => untilSeen(board, wanted)));
    const states = async (...wanted: readonly string[]) => {
      await expect.poll(() => incidents.board.posts().map(({ state }) => state), { timeout: 60_000 }).toEqual(wanted);
    };

    await send({ message: 'Disk 60 %', priority: 3 });
    await seen(/Disk 60 %/);
    for (let n = 61; n <= 90; n += 1) await send({ message: `Disk ${n} %`, priority: 3 });
    await seen(/Disk 90 %/);
    await states('triggered');
    const [open] = await alerts();
    const taken = await api.call('POST', `${api.path}/alerts/${open?.id}/acknowledge`, { seconds: 3600 });
    await seen(/(?=[^]*Acknowledged: Disk)(?=[^]*Disk 90 %)/);
    await states('acknowledged');
    await send({ message: 'Disk full', priority: 5 });
    await seen(/Continued below/, /Disk full/);
    await send({ state: 'ok', message: 'Disk 10 %' });
    await seen(/Continued below/, /(?=[^]*Resolved: Disk)(?=[^]*Disk full)(?=[^]*Resolved after)/);
    await states('resolved');
    await send({ message: 'Disk 70 % again', priority: 3 });
    await seen(/Continued below/, /(?=[^]*Resolved: Disk)(?=[^]*Continued below)/, /Disk 70 % again/);
    await states('resolved', 'triggered');

    expect(taken.status).toBe(200);
    expect(open).toMatchObject({ count: 31, status: 'firing', message: 'Disk 90 %' });
    const received = await receiver.waitFor(35);
    const marks = received.map(({ text }) => z.looseObject({ alert: Alert.partial() }).parse(JSON.parse(text)).alert);
    const others = marks.filter(({ status }) => status !== 'firing');
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set(['acknowledged', 'resolved']));
    expect(others).toHaveLength(2);
    const mails = await eventually(async () => ((await inbox()).length < 4 ? undefined : inbox()));
    // The mail that it is over stands in the thread of the alert, which mail programs know by the subject.
    expect(mails.map(({ subject }) => subject.startsWith('Re: '))).toEqual([false, false, true, false]);
    const threads = mails.map(({ headers }) => headers.find(({ name }) => name === 'References')?.value);
    expect(threads.map((thread) => threads.indexOf(thread))).toEqual([0, 0, 0, 3]);
    for (const { server } of [...shown, incidents]) await server[Symbol.asyncDispose]();
  });

  it('costs a slow channel a few edits in a storm, and shows the newest state', { timeout: 240_000 }, async () => {
    const { webhook, send, alerts } = await monitored();
    const { board, server } = await shownAt(webhook.id, slackApi, slackBoard());
    const count = Number(process.env['STORM'] ?? 200);
    let next = 0;
    const lane = async () => {
      for (let n = next; n < count - 1; n = next) {
        next += 1;
        await send({ message: `Disk ${n}` });
      }
    };
    await Promise.all(Array.from({ length: 20 }, lane));
    await send({ message: 'the last one' });

    await untilSeen(board, [/the last one/]);

    expect((await alerts()).map((alert) => alert.count)).toEqual([count]);
    // A second apart by the vendor's pace, for as long as the storm and the work on it last.
    expect(server.requests.length).toBeLessThan(count / 5);
    await server[Symbol.asyncDispose]();
  });
});

async function inbox() {
  const runtime: unknown = JSON.parse(await readFile(join(stack.dataDir, 'runtime.json'), 'utf8'));
  const { inbox: url } = z.object({ inbox: z.string() }).parse(runtime);
  return Mails.parse(await (await fetch(`${url}/store`)).json()).emails;
}
