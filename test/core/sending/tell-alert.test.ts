import { describe, expect, it } from 'vitest';
import type { AlertHeads } from '../../../core/alert/apply-change.ts';
import type { Routing } from '../../../core/delivery/message.ts';
import { tellAlert } from '../../../core/sending/tell-alert.ts';
import { memoryAlertHeads } from '../../fakes/alerts.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
let serial = 0;

const chat: Routing = { channelId: 'ch_chat', kind: 'slack', matched: true, reason: 'no filter' };
const machine: Routing = { channelId: 'ch_machine', kind: 'webhook', matched: true, reason: 'no filter' };
const stream: Routing = { channelId: 'ch_stream', kind: 'live-stream', matched: true, reason: 'no filter' };
const misses = (link: Routing): Routing => ({ ...link, matched: false, reason: 'priority is 2' });

function rig(heads: AlertHeads = memoryAlertHeads(), off: readonly string[] = []) {
  const ports = { heads, now: () => NOW + serial, pause: async () => void (serial += 500) };
  return async (body: Record<string, unknown>, routing: Routing[] = [chat]) => {
    serial += 1;
    const ulid = `01HZ${String(serial).padStart(22, '0')}`;
    const links = [chat, machine, stream].map(({ channelId, kind }) => ({
      channelId,
      kind,
      enabled: !off.includes(channelId),
      filter: null,
    }));
    const endpoint = {
      organizationId: 'org_1',
      webhookId: 'wh_1',
      webhookName: 'CI',
      enabled: true,
      requireApiKey: false,
    };
    return tellAlert(ports, {
      lifecycle: { status: '{{ state }}' },
      endpoint: { ...endpoint, links },
      headers: {},
      slot: { ulid, at: NOW, state: 'new' },
      path: { hops: [] },
      notification: {
        content: { message: 'x', tags: [] },
        format: 'json',
        payload: body,
        payloadText: '{}',
        notes: [],
      },
      routing,
    });
  };
}

const firing = { alias: 'disk' };
const resolved = { alias: 'disk', state: 'ok' };

describe('a message of an alert', () => {
  it('says which one it is, as it left it', async () => {
    const send = rig();

    await send(firing);
    const { alert, routing } = await send(firing);

    expect(alert).toMatchObject({ key: 'disk', status: 'firing', count: 2, episode: 1, said: 'firing', turn: 1 });
    expect(routing).toEqual([chat]);
  });

  it('goes on as an ordinary one without a key, or when its alert cannot be written', async () => {
    const away = rig({ read: async () => undefined, write: async () => ({ kind: 'busy' }) });

    const keyless = await rig()({});
    const unwritten = await away(firing);

    expect(keyless).toMatchObject({ routing: [chat], notification: { notes: [] } });
    expect(keyless).not.toHaveProperty('alert');
    expect(unwritten).not.toHaveProperty('alert');
    expect(unwritten.notification.notes).toEqual(['the alert could not be written; delivered as an ordinary message']);
  });

  it('goes nowhere when there is nothing to resolve or to acknowledge', async () => {
    const send = rig();

    const before = await send(resolved);
    await send(firing);
    await send(resolved);
    const after = await send({ ...firing, state: 'ack' });

    expect(before).toMatchObject({ routing: [{ matched: false, reason: 'nothing to resolve' }] });
    expect(after).toMatchObject({ routing: [{ matched: false, reason: 'nothing to acknowledge' }] });
  });

  it('is told to who shows the alert though the filter does not match', async () => {
    const send = rig();
    await send(firing, [chat, machine, stream]);

    const quieter = await send(firing, [chat, machine, stream].map(misses));
    const end = await send(resolved, [chat, machine, stream].map(misses));

    const follows = { matched: false, reason: 'shows the alert', follows: true };
    expect(quieter.routing).toMatchObject([follows, misses(machine), misses(stream)]);
    expect(end.routing).toMatchObject([follows, follows, misses(stream)]);
    expect(end.routing[2]).not.toHaveProperty('follows');
  });

  it('tells nobody of an end who was not told of the beginning, but machines by their filter', async () => {
    const send = rig();
    await send(firing, [misses(chat), misses(machine)]);

    const end = await send(resolved, [chat, machine]);

    expect(end.routing).toEqual([{ ...chat, matched: false, reason: 'does not show the alert' }, machine]);
  });

  it('leaves a link alone that is switched off', async () => {
    const heads = memoryAlertHeads();
    await rig(heads)(firing);
    const off = { ...chat, matched: false, reason: 'the link is switched off' };

    const { routing } = await rig(heads, ['ch_chat'])(resolved, [off]);

    expect(routing).toEqual([off]);
  });
});
