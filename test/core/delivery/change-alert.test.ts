import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../core/alert/alert.ts';
import type { StepResult } from '../../../core/alert/apply-change.ts';
import type { AlertStep } from '../../../core/alert/change.ts';
import { listAlerts, readAlert } from '../../../core/delivery/alert-history.ts';
import { changeAlert } from '../../../core/delivery/change-alert.ts';
import type { Delivery } from '../../../core/delivery/delivery.ts';
import type { Webhook } from '../../../core/directory/webhook.ts';
import { begun, rig, type Setup } from './change-alert-rig.ts';
import { channel, job, message, NOW } from './rig.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const USER = { type: 'user', id: 'usr_1', name: 'ada@example.com' } as const;

describe('changing an alert by hand', () => {
  it('tells every channel that shows it, with the path of what began it', async () => {
    const { ports, alert, told, jobs, head } = rig();

    const after = await changeAlert(ports, alert, { status: 'resolved', by: USER });

    expect(after).toMatchObject({ status: 'resolved', resolved: { by: USER } });
    expect(head()).toEqual(after);
    expect(told).toMatchObject([
      {
        origin: 'system',
        content: { message: 'Resolved by ada@example.com' },
        hops: ['a'],
        alert: { status: 'resolved', said: 'resolved', turn: 2 },
      },
    ]);
    expect(jobs.map(({ channelId }) => channelId)).toEqual(['ch_1', 'ch_2']);
  });

  it('tells only channels that are linked still, and says what it can of a message that is gone', async () => {
    const link = { channelId: 'ch_1', kind: 'slack' as const, enabled: true, filter: null };
    const links = [link, { ...link, channelId: 'ch_2', kind: 'webhook' as const, enabled: false }];
    const webhook: Webhook = {
      id: 'wh_1',
      organizationId: 'org_1',
      publicId: '',
      name: 'CI',
      enabled: true,
      requireApiKey: false,
      links,
      createdAt: '',
      updatedAt: '',
      version: 1,
    };
    const { ports, jobs, told } = rig({ webhook, isGone: true, alert: begun({ originId: 'msg_0' }) });

    await changeAlert(ports, begun(), { status: 'acknowledged', by: { type: 'token', id: 'tok_1' } });

    expect(jobs.map(({ channelId }) => channelId)).toEqual(['ch_1']);
    expect(told).toMatchObject([{ content: { message: 'Acknowledged by an API token', tags: [] }, originId: 'msg_0' }]);
  });

  it('changes nothing that is so already, and tells nobody', async () => {
    const { ports, alert, told } = rig();
    const resolved = await changeAlert(ports, alert, { status: 'resolved', by: USER });

    const again = await changeAlert(ports, resolved ?? alert, { status: 'resolved', by: USER });
    const late = await changeAlert(ports, alert, { status: 'acknowledged', by: { type: 'channel' } });

    expect([again, late]).toEqual([resolved, resolved]);
    expect(told).toHaveLength(1);
  });

  it('tells of a change whose answer was lost, and gives up when nothing can be written', async () => {
    const lost = rig();
    const answers: StepResult[] = [{ kind: 'doubtful' }];
    const heads = {
      ...lost.ports.heads,
      async write(step: AlertStep) {
        const written = await lost.memory.heads.write(step);
        return answers.shift() ?? written;
      },
    };
    const hopeless = rig({ answers: Array.from({ length: 8 }, () => async () => ({ kind: 'busy' }) as const) });

    const after = await changeAlert({ ...lost.ports, heads }, lost.alert, { status: 'acknowledged', by: USER });

    expect(after).toMatchObject({ status: 'acknowledged' });
    expect(lost.told).toHaveLength(1);
    expect(await changeAlert(hopeless.ports, hopeless.alert, { status: 'resolved', by: USER })).toBeUndefined();
  });

  it('leaves the alert alone that followed the one that was meant', async () => {
    const { ports, memory, told } = rig({ alert: begun({ messageId: 'msg_01HZ0000000000000000000009' }) });

    expect(await changeAlert(ports, begun(), { status: 'resolved', by: USER })).toMatchObject({ status: 'resolved' });
    memory.heads.put(begun({ messageId: 'msg_01HZ0000000000000000000008', status: 'firing' }));
    const refuses = { ...ports.heads, write: async () => ({ kind: 'refused', found: undefined }) as const };

    expect(await changeAlert({ ...ports, heads: refuses }, begun(), { status: 'resolved', by: USER })).toBeUndefined();
    expect(told).toHaveLength(1);
  });

  it('leaves a silence alone that was broken meanwhile, and says of a channel what it can', async () => {
    const { ports, alert, memory, told } = rig();
    memory.heads.put({ ...alert, lastAt: NOW + 1 });

    const kept = await changeAlert(ports, alert, { status: 'resolved', by: { type: 'system' }, isTimed: true });
    await changeAlert(ports, alert, { status: 'resolved', by: { type: 'channel' } });

    expect(kept).toMatchObject({ status: 'firing', lastAt: NOW + 1 });
    expect(told[0]?.content.message).toBe('Resolved by somebody in a channel');
  });
});

describe('the timers of alerts', () => {
  it('are announced for their second, a minute ahead', async () => {
    const { look, clock, announced, alert, memory } = rig({ alert: begun({ autoResolveSeconds: 90 }) });

    const early = await look();
    memory.heads.put({ ...alert, dueAt: NOW + 90_000 });
    const ahead = await look();
    clock.now += 30_400;
    await look();
    clock.now += MINUTE;
    await look();

    expect([early, ahead]).toEqual([1, 0]);
    expect(announced.map(({ at }) => at)).toEqual([NOW + MINUTE, NOW + 90_400, NOW + 90_400]);
    expect(announced[0]?.job).toEqual({
      due: 'alert',
      organizationId: 'org_1',
      webhookId: 'wh_1',
      key: 'disk',
      id: alert.id,
    });
  });

  it('are announced as far as there is time', async () => {
    const { look, announced } = rig();

    expect(await look(() => false)).toBe(0);
    expect(announced).toEqual([]);
  });

  it('end one that nobody says fires any more, once', async () => {
    const { act, clock, head, told, memory, alert } = rig({ alert: begun({ autoResolveSeconds: 60 }) });
    memory.members.push({ alertId: alert.id, messageId: message.id, said: 'firing' });

    clock.now += MINUTE - 1;
    await act();
    const before = head()?.status;
    clock.now += 1;
    await act();
    clock.now += MINUTE;
    await act();
    await act();

    expect([before, head()?.status, told.length]).toEqual(['firing', 'resolved', 1]);
    expect(head()).not.toHaveProperty('dueAt');
  });

  it('come back when their clock ran ahead, or when something was said since', async () => {
    const { act, clock, head, memory, alert, announced } = rig({ alert: begun({ autoResolveSeconds: 60 }) });
    memory.members.push({ alertId: alert.id, messageId: message.id, said: 'firing' });

    clock.now += MINUTE - 300;
    await act();
    memory.heads.put({ ...alert, lastAt: NOW + MINUTE - 200 });
    clock.now += 300;
    await act();

    expect(head()).toMatchObject({ status: 'firing', dueAt: NOW + 2 * MINUTE - 200 });
    expect(announced.map(({ at }) => at)).toEqual([NOW + MINUTE + 700, NOW + 2 * MINUTE]);
  });

  it('wait in the index when they are far away', async () => {
    const { act, clock, head, memory, alert, announced } = rig();
    memory.members.push({ alertId: alert.id, messageId: message.id, said: 'firing' });

    clock.now += MINUTE;
    await act();

    expect(head()).toMatchObject({ dueAt: NOW + 30 * DAY });
    expect(announced).toEqual([]);
  });

  it('let an alert fire again whose acknowledgement has run out', async () => {
    const { act, clock, head, ports, alert, told } = rig();
    await changeAlert(ports, alert, { status: 'acknowledged', by: USER, until: NOW + 5 * MINUTE });

    clock.now += MINUTE;
    await act();
    const waiting = head();
    clock.now += 4 * MINUTE;
    await act();

    expect(waiting).toMatchObject({ status: 'acknowledged', dueAt: NOW + 5 * MINUTE });
    expect(head()).toMatchObject({ status: 'firing', turn: 2 });
    expect(told.map(({ content }) => content.message)).toEqual([
      'Acknowledged by ada@example.com',
      'The acknowledgement has run out',
    ]);
  });

  it('tell what was changed and never told, the beginning too', async () => {
    const { act, clock, ports, alert, told } = rig();
    clock.now += MINUTE;
    await act();
    const mute = { ...ports, outbox: { store: async () => Promise.reject(new Error('away')) } };
    await changeAlert(mute, alert, { status: 'resolved', by: USER }).catch(() => undefined);
    clock.now += MINUTE;
    await act();

    expect(told.map(({ id, content }) => [id === message.id, content.message])).toEqual([
      [true, 'It fires; the message that said so was lost'],
      [false, 'Resolved by ada@example.com'],
    ]);
  });

  it('tell what the sender ended or took, where its message was lost', async () => {
    const by = { type: 'sender' } as const;
    const taken = rig();
    taken.memory.heads.put({
      ...taken.alert,
      status: 'acknowledged',
      acknowledged: { at: NOW, by, messageId: 'msg_01HZ0000000000000000000007' },
    });
    taken.clock.now += MINUTE;
    await taken.act();

    expect(taken.told.map(({ content }) => content.message)).toEqual(['Acknowledged by the sender']);
  });

  it('mean nothing for an alert that is gone', async () => {
    const { act, told } = rig();

    await act({ id: 'al_gone', key: 'disk' });

    expect(told).toEqual([]);
  });
});

describe('alerts as operators see them', () => {
  function history(setup: Setup = {}) {
    const made = rig(setup);
    const channels = { readChannel: async (_: string, id: string) => (id === 'ch_1' ? channel : undefined) };
    const now = () => made.clock.now;
    return { ...made, ports: { alerts: made.memory.reader, messages: { readMessage: made.records }, channels, now } };
  }
  const row = (state: Delivery['state']): Delivery => ({
    ...job,
    channelId: 'ch_2',
    state,
    attempt: 1,
    attempts: [],
    expiresAt: 0,
  });

  it.each([
    ['delivered', 'shown'],
    ['failed', 'failed'],
    ['queued', 'pending'],
    ['delivering', 'pending'],
    ['retrying', 'pending'],
  ] as const)('show a machine whose newest delivery is %s as %s', async (state, expected) => {
    const { ports, alert } = history({ deliveries: [row(state)] });

    const report = await readAlert(ports, { organizationId: 'org_1', alertId: alert.id });

    expect(report?.channels).toMatchObject([
      { channelName: 'Receiver', kind: 'slack', state: 'pending' },
      { channelName: '(deleted channel)', kind: 'webhook', state: expected },
    ]);
  });

  it('show what a chat was told, is being told or will not be, and every stream', async () => {
    const alert = begun({ matched: ['slack ch_1', 'live-stream ch_3'] });
    const { ports, memory } = history({ alert, isGone: true });
    const at = { organizationId: 'org_1', alertId: alert.id };
    const shown = { turn: 1, version: 1, posts: 1 };
    const holder = { messageId: message.id, until: NOW + 1 };
    const states = [];
    for (const row of [
      { shown },
      { shown, holder },
      { shown, holder: { ...holder, until: NOW } },
      { hasFailed: true as const },
    ]) {
      memory.posts.rows.set(`${alert.id}#ch_1`, row);
      states.push((await readAlert(ports, at))?.channels.map(({ state }) => state));
    }

    expect(states).toEqual([
      ['shown', 'shown'],
      ['pending', 'shown'],
      ['shown', 'shown'],
      ['failed', 'shown'],
    ]);
    expect((await readAlert(ports, at))?.content).toMatchObject({ message: '' });
    expect(await readAlert(ports, { ...at, organizationId: 'org_2' })).toBeUndefined();
  });

  it('show what was shown of an alert that another one followed, and no channel that never showed it', async () => {
    const alert: Alert = { ...begun({ matched: ['slack ch_1'] }), id: 'al_0', status: 'resolved', turn: 2 };
    const { ports, memory } = history({ alert });
    const states = async () =>
      (await readAlert(ports, { organizationId: 'org_1', alertId: 'al_0' }))?.channels.map(({ state }) => state);

    const newest = await states();
    memory.heads.archive(alert);
    memory.heads.put(begun());
    const never = await states();
    memory.posts.rows.set('al_0#ch_1', { shown: { turn: 1, version: 1, posts: 1 } });

    expect([newest, never, await states()]).toEqual([['pending'], [], ['shown']]);
  });

  it('stand as the clock says, before a timer has written it down', async () => {
    const acknowledged = { at: NOW, by: USER, messageId: message.id, until: NOW + 1000 };
    const alert: Alert = { ...begun({ autoResolveSeconds: 60 }), status: 'acknowledged', acknowledged };
    const { ports, clock, memory } = history({ alert });
    const status = async () => {
      const report = await readAlert(ports, { organizationId: 'org_1', alertId: alert.id });
      const { items } = await listAlerts(ports, {
        organizationId: 'org_1',
        page: { limit: 1 },
        filters: { status: 'open' },
      });
      return [report?.alert.status, report?.alert.resolved?.by.type, items.length];
    };

    const seen = [await status()];
    clock.now += 1000;
    seen.push(await status());
    clock.now += MINUTE;
    seen.push(await status());
    const { acknowledged: _, ...rest } = alert;
    memory.heads.put({ ...rest, status: 'resolved', resolved: { at: NOW, by: USER, messageId: message.id } });
    seen.push(await status());

    expect(seen).toEqual([
      ['acknowledged', undefined, 1],
      ['firing', undefined, 1],
      ['resolved', 'system', 0],
      ['resolved', 'user', 0],
    ]);
  });

  it('are listed by status and webhook, and counted anew where a count is doubtful', async () => {
    const { ports, memory, alert } = history({ alert: { ...begun(), isDoubtful: true } });
    memory.members.push({ alertId: alert.id, messageId: message.id, said: 'firing' });
    memory.members.push({ alertId: alert.id, messageId: 'msg_2', said: 'firing' });
    const list = async (filters: object, limit = 10) =>
      (await listAlerts(ports, { organizationId: 'org_1', page: { limit }, filters })).items.map((r) => r.alert.count);

    expect(await list({})).toEqual([2]);
    expect(await list({ status: 'open', webhookId: 'wh_1' })).toEqual([2]);
    expect(await list({ status: 'resolved' })).toEqual([]);
    expect(await list({ webhookId: 'wh_2' })).toEqual([]);
  });

  it('come page by page', async () => {
    const { ports, memory } = history();
    memory.heads.put(begun({ key: 'other', messageId: 'msg_01HZ0000000000000000000009' }));
    const page = { limit: 1 };

    const { next, items } = await listAlerts(ports, { organizationId: 'org_1', page, filters: {} });

    expect([items.length, next]).toEqual([1, items[0]?.alert.id]);
  });
});
