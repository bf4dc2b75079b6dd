import { describe, expect, it } from 'vitest';
import { applyChange, type StepResult } from '../../../core/alert/apply-change.ts';
import type { Change, AlertStep } from '../../../core/alert/change.ts';
import { memoryAlertHeads } from '../../fakes/alerts.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
let serial = 0;

function said(change: Partial<Change> = {}): Change {
  serial += 1;
  return {
    organizationId: 'org_1',
    webhookId: 'wh_1',
    webhookName: 'Monitoring',
    key: 'disk',
    status: 'firing',
    messageId: `msg_01HZ${String(serial).padStart(22, '0')}`,
    now: NOW,
    at: NOW,
    by: { type: 'sender' },
    matched: [],
    hops: [],
    ...change,
  };
}

/** Writes that end as `answers` say, in turn, whatever they do; those after that as they are. */
function rig(answers: ('lost' | 'never' | 'busy')[] = []) {
  const heads = memoryAlertHeads();
  const clock = { now: NOW };
  const steps: AlertStep[] = [];
  const failing = { reads: 0 };
  const ports = {
    heads: {
      async read(key: Parameters<typeof heads.read>[0]) {
        if (failing.reads > 0) {
          failing.reads -= 1;
          throw new Error('away');
        }
        return heads.read(key);
      },
      async write(step: AlertStep): Promise<StepResult> {
        steps.push(step);
        const answer = answers.shift();
        if (answer === 'busy') return { kind: 'busy' };
        if (answer === 'never') return { kind: 'doubtful' };
        const result = await heads.write(step);
        return answer === 'lost' && result.kind === 'written' ? { kind: 'doubtful' } : result;
      },
    },
    now: () => clock.now,
    pause: async () => void (clock.now += 100),
  };
  return {
    heads,
    steps,
    failing,
    apply: async (change: Change, mayBeDone = false) => applyChange(ports, change, mayBeDone),
  };
}

describe('applying a change', () => {
  it('takes one write when nothing unusual goes on, and two to begin', async () => {
    const { apply, steps } = rig();

    await apply(said());
    await apply(said());

    expect(steps.map(({ effect }) => effect)).toEqual(['repeat', 'begin', 'repeat']);
  });

  it('tries again while there is too much at once, and gives up after two seconds', async () => {
    const patient = rig(['busy', 'busy']);
    const hopeless = rig(Array.from({ length: 100 }, () => 'busy'));

    expect((await patient.apply(said()))?.effect).toBe('begin');
    expect(await hopeless.apply(said())).toBeUndefined();
    expect(hopeless.steps).toHaveLength(20);
  });

  it('is applied once when the answer to its write was lost', async () => {
    const { heads, apply } = rig();
    await apply(said());
    const lost = rig(['lost']);
    lost.heads.put(heads.all()[0]!);

    const results = [await lost.apply(said())];

    expect(results[0]).toMatchObject({ effect: 'repeat', after: { count: 2 } });
  });

  it.each([
    ['begin', 'firing', 'begin'],
    ['resolve', 'resolved', 'resolve'],
    ['acknowledge', 'acknowledged', 'acknowledge'],
  ] as const)('knows a %s that was written though its answer was lost', async (_, status, effect) => {
    const begun = rig();
    if (status !== 'firing') await begun.apply(said());
    const { apply, heads } = rig(status === 'firing' ? [] : ['lost']);
    for (const alert of begun.heads.all()) heads.put(alert);
    const change = said({ status });

    const first = await apply(change);
    const again = await apply(change, true);

    expect([first?.effect, again?.effect]).toEqual([effect, effect]);
    expect(heads.all()[0]).toMatchObject({ count: 1 });
  });

  it('marks a count as doubtful when others have come in between, and counts nothing twice', async () => {
    const { apply, heads } = rig();
    await apply(said());
    const change = said();
    await apply(change);
    await apply(said());

    const again = await apply(change, true);

    expect(again).toMatchObject({ effect: 'repeat', after: { count: 3, isDoubtful: true } });
    expect(heads.all()).toHaveLength(1);
  });

  it('applies what was never written after all, once it has looked', async () => {
    const { apply, failing } = rig(['never']);
    failing.reads = 1;

    expect(await apply(said())).toMatchObject({ effect: 'begin', after: { count: 1 } });
  });

  it('says nothing changed of what is older, or so already', async () => {
    const { apply } = rig();
    await apply(said());
    await apply(said({ status: 'resolved' }));

    const late = await apply(said({ status: 'resolved', at: NOW - 1 }), true);

    expect(late).toMatchObject({ after: { status: 'resolved' } });
    expect(late).not.toHaveProperty('effect');
  });

  it('is told apart from another one that had ended the alert or taken it, when nobody knows whether it was written', async () => {
    const { apply, heads } = rig();
    await apply(said());
    await apply(said({ status: 'acknowledged' }));
    const taken = await apply(said({ status: 'acknowledged' }), true);
    await apply(said({ status: 'resolved' }));
    const ended = await apply(said({ status: 'resolved' }), true);
    const [alert] = heads.all();
    const { dueAt: _, ...untimed } = { ...alert!, status: 'firing' as const };
    heads.put(untimed);
    const timed = await apply(said({ autoResolveSeconds: 60 }));

    expect([taken?.effect, ended?.effect]).toEqual([undefined, undefined]);
    expect(timed?.after).toMatchObject({ dueAt: NOW + 60_000 });
  });
});
