import { describe, expect, it } from 'vitest';
import type { AlertPress } from '../../../core/alert/alert-press.ts';
import { pressAlert } from '../../../core/delivery/press-alert.ts';
import type { Link } from '../../../core/directory/link.ts';
import type { Webhook } from '../../../core/directory/webhook.ts';
import { begun, rig, type Setup } from './change-alert-rig.ts';
import { NOW } from './rig.ts';

const link: Link = { channelId: 'ch_1', kind: 'slack', enabled: true, filter: null, answers: true };
const webhookWith = (links: readonly Link[]): Webhook => ({
  id: 'wh_1',
  organizationId: 'org_1',
  publicId: '',
  name: 'CI',
  enabled: true,
  requireApiKey: false,
  lifecycle: {},
  links: [...links],
  createdAt: '',
  updatedAt: '',
  version: 1,
});

/** An alert that is shown in a channel whose people may change it. */
function pressed(setup: Setup = {}) {
  const made = rig({ webhook: webhookWith([link]), ...setup });
  const press = async (own: Partial<AlertPress> = {}) =>
    pressAlert(made.ports, {
      due: 'alert-press',
      organizationId: 'org_1',
      alertId: made.alert.id,
      channelId: 'ch_1',
      status: 'acknowledged',
      name: 'ann',
      at: made.clock.now,
      ...own,
    });
  return { ...made, press };
}

describe('a press on the post of an alert', () => {
  it('acknowledges it by whoever pressed, and tells every channel that shows it', async () => {
    const { press, head, told, jobs } = pressed();

    await press();

    const by = { type: 'channel', id: 'ch_1', name: 'ann' };
    expect(head()).toMatchObject({ status: 'acknowledged', acknowledged: { at: NOW, by } });
    expect(told).toMatchObject([{ content: { message: 'Acknowledged by ann' }, origin: 'system' }]);
    expect(jobs.map(({ channelId }) => channelId)).toEqual(['ch_1']);
  });

  it('resolves it', async () => {
    const { press, head } = pressed();

    await press();
    await press({ status: 'resolved', name: 'bob' });

    expect(head()).toMatchObject({ status: 'resolved', resolved: { by: { name: 'bob' } } });
  });

  it('is of somebody in a channel where nobody knows of whom', async () => {
    const { press, head, told } = pressed();

    await press({ name: undefined });

    expect(head()?.acknowledged?.by).toEqual({ type: 'channel', id: 'ch_1' });
    expect(told[0]?.content.message).toBe('Acknowledged by somebody in a channel');
  });

  it('changes nothing twice, nor what is resolved', async () => {
    const { press, head, told } = pressed();

    await press();
    await press({ name: 'bob' });
    await press({ status: 'resolved' });
    await press({ status: 'resolved', name: 'bob' });
    await press({ name: 'bob' });

    expect(told).toHaveLength(2);
    expect(head()).toMatchObject({ status: 'resolved', resolved: { by: { name: 'ann' } } });
  });

  it('leaves the next alert of the key alone', async () => {
    const { press, alert, head, memory, told } = pressed();
    memory.heads.archive({ ...alert, status: 'resolved' });
    memory.heads.put({ ...begun({ messageId: 'msg_01HX0000000000000000000009' }), episode: 2 });

    await press({ status: 'resolved' });

    expect(head()).toMatchObject({ status: 'firing', episode: 2 });
    expect(told).toEqual([]);
  });

  it.each<[string, readonly Link[], Partial<AlertPress>?]>([
    ['may not answer any more', [{ ...link, answers: false }]],
    ['is linked and off', [{ ...link, enabled: false }]],
    ['is not linked any more', []],
    ['never showed the alert', [{ ...link, channelId: 'ch_9' }], { channelId: 'ch_9' }],
  ])('changes nothing from a channel that %s', async (_, links, own) => {
    const { press, head, told } = pressed({ webhook: webhookWith(links) });

    await press(own);

    expect([head()?.status, told]).toEqual(['firing', []]);
  });

  it('changes nothing of an alert that is gone, of another organisation, or of a webhook that is', async () => {
    const { press, head, told } = pressed();
    const deleted = rig();

    await press({ alertId: 'al_01HX000000000000000000000Z' });
    await press({ organizationId: 'org_2' });
    await pressAlert(deleted.ports, {
      due: 'alert-press',
      organizationId: 'org_1',
      alertId: deleted.alert.id,
      channelId: 'ch_1',
      status: 'resolved',
      at: NOW,
    });

    expect([head()?.status, told, deleted.head()?.status]).toEqual(['firing', [], 'firing']);
  });

  it('counts for five minutes: what was pressed before that must not undo what has happened since', async () => {
    const { press, head } = pressed();

    await press({ at: NOW - 300_001 });
    const late = head()?.status;
    await press({ at: NOW - 300_000 });

    expect([late, head()?.status]).toEqual(['firing', 'acknowledged']);
  });

  it('fails, so that the queue brings it back, when the alert cannot be written', async () => {
    const { press } = pressed({ answers: Array.from({ length: 8 }, () => async () => ({ kind: 'busy' }) as const) });

    await expect(press()).rejects.toThrow('is changed too often to be acknowledged now');
  });
});
