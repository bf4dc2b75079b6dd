import { describe, expect, it } from 'vitest';
import { alertLine } from '../../../cli/commands/alert-words.ts';
import type { AlertSummary } from '../../../cli/router/router.ts';

const at = '2026-11-22T09:00:00.000Z';
const plain = (_: unknown, text: string): string => text;
const alert: AlertSummary = {
  id: 'al_1',
  webhookId: 'wh_1',
  webhookName: 'CI',
  key: 'disk-full',
  status: 'firing',
  episode: 1,
  message: 'The disk is full',
  tags: [],
  count: 1,
  firstAt: at,
  lastAt: at,
  acknowledged: null,
  resolved: null,
};

describe('a line about an alert', () => {
  it('says since when, which, how it stands and what it is about', () => {
    expect(alertLine(alert, plain)).toBe(`${at}  al_1  firing  disk-full: The disk is full`);
  });

  it('says how often, who has it and for how long', () => {
    const by = { type: 'user' as const, name: 'Ada' };
    const had = { ...alert, status: 'acknowledged' as const, count: 40, acknowledged: { at, by, until: at } };

    expect(alertLine(had, plain)).toBe(
      `${at}  al_1  acknowledged 40×  disk-full: The disk is full  (acknowledged by Ada until ${at})`,
    );
  });

  it('names nobody when the acknowledgement is over, or nobody is known', () => {
    const acknowledged = { at, by: { type: 'system' as const } };

    expect(alertLine({ ...alert, status: 'resolved', acknowledged }, plain)).not.toContain('(');
    expect(alertLine({ ...alert, status: 'acknowledged', acknowledged }, plain)).toMatch(/ {2}\(acknowledged\)$/);
  });

  it('stays one line of a sensible length, whatever senders write', () => {
    const line = alertLine({ ...alert, title: 'a\u001b[31m\nb', message: 'x'.repeat(5000) }, plain);

    expect(line).toContain('  a b: xxx');
    expect(line).toMatch(/^\P{Cc}{1,160}$/u);
  });
});
