import { describe, expect, it } from 'vitest';
import { channelKinds } from '../../../../core/channels/registry.ts';
import { destinationOf, hostOf, paceOf, startOfTurn } from '../../../../core/delivery/gate/pace.ts';
import { channel } from '../rig.ts';

describe('the pace of a channel', () => {
  it("is none for a webhook of somebody's own", () => {
    expect(paceOf(channel, undefined)).toBeUndefined();
  });

  it('is none for a kind that nothing delivers', () => {
    expect(paceOf({ ...channel, kind: 'live-stream' }, undefined)).toBeUndefined();
  });

  it('lets four requests at a time go to a destination that answers slowly', () => {
    expect(paceOf(channel, { slowMs: 9999 })).toEqual({ key: 'slow#ch_1', intervalMs: 2500, burst: 4 });
  });

  it.each([
    ['discord', 2000, 5],
    ['matrix', 5000, 10],
    ['ntfy', 5000, 60],
    ['pushover', 500, 1],
    ['slack', 1000, 1],
    ['teams', 250, 1],
    ['telegram', 1000, 3],
    ['whatsapp', 6000, 1],
  ] as const)("is the vendor's limit where it states one: %s, one in %i ms, %i at once", (kind, intervalMs, burst) => {
    expect(paceOf({ ...channel, kind }, {})).toMatchObject({ intervalMs, burst });
  });

  it('is none for other kinds than those whose vendors state a limit', () => {
    const paced = Object.values(channelKinds).filter(({ kind }) => paceOf({ ...channel, kind }, {}) !== undefined);

    const stating = 'discord google-chat matrix ntfy pagerduty pushover slack teams telegram twilio whatsapp zulip';
    expect(paced.map(({ kind }) => kind).toSorted()).toEqual(stating.split(' '));
  });
});

describe('the name of a destination', () => {
  it('holds neither the address nor a secret', () => {
    expect(destinationOf(channel)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is the same for two channels with the same address and secrets', () => {
    expect(destinationOf({ ...channel, id: 'ch_2', organizationId: 'org_2' })).toBe(destinationOf(channel));
  });

  it('differs by address', () => {
    const elsewhere = { ...channel, config: { ...channel.config, url: 'https://elsewhere.example/' } };

    expect(destinationOf(elsewhere)).not.toBe(destinationOf(channel));
  });

  it('is the channel where its config names nothing', () => {
    const [one, two] = ['ch_1', 'ch_2'].map((id) => destinationOf({ ...channel, id, kind: 'live-stream', config: {} }));

    expect(one).not.toBe(two);
  });
});

describe('the host of a channel', () => {
  it('is that of its address', () => {
    expect(hostOf({ ...channel, config: { url: 'https://receiver.example:8443/hook?token=x' } })).toBe(
      'receiver.example:8443',
    );
  });

  it('is its kind where it has no address of its own', () => {
    expect(hostOf({ ...channel, config: {} })).toBe('webhook');
    expect(hostOf({ ...channel, kind: 'live-stream', config: {} })).toBe('live-stream');
  });
});

describe('the start of a turn', () => {
  it('is ahead of the turn by the burst', () => {
    expect(startOfTurn(10_000, { key: '', intervalMs: 1000, burst: 1 })).toBe(10_000);
    expect(startOfTurn(10_000, { key: '', intervalMs: 1000, burst: 5 })).toBe(6000);
  });
});
