import { describe, expect, it } from 'vitest';
import type { AlertActor } from '../../../core/message/alert-mark.ts';
import { colourOf, factLine, loudnessOf, noticeOf, textWithState } from '../../../core/channels/notice.ts';
import { outgoing } from '../../vendors/notifications.ts';
import { NOW } from '../../vendors/send-to.ts';
import { acknowledged, alertView, ANNA, resolved } from '../../vendors/alerts.ts';
import { post } from '../../vendors/show-alert.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const lineOf = (alert = resolved) => noticeOf(outgoing(), { alert }).state?.line;

describe('the state of an alert', () => {
  it('is nothing that is said while it fires', () => {
    const message = outgoing();

    expect(noticeOf(message, { alert: alertView() })).toEqual(noticeOf(message, {}));
  });

  it('stands before the title, and first among the facts', () => {
    const notice = noticeOf(outgoing(), { alert: resolved });

    expect(notice.title).toBe('Resolved: Disk full on web-1');
    expect(factLine(notice)).toBe(
      'Resolved after 12 min by Anna, 3 messages · High priority · #disk #prod · Monitoring',
    );
    expect(textWithState(notice)).toBe(
      'Resolved after 12 min by Anna, 3 messages\n\nOnly 3 % left on /var, growing by 2 GB an hour.',
    );
  });

  it('is the title of what has none', () => {
    expect(noticeOf(outgoing({ title: '' }), { alert: acknowledged }).title).toBe('Acknowledged');
  });

  it('is that it goes on below, once a newer post has taken its place', () => {
    const older = post({ reference: 'x', continued: true });
    const notice = noticeOf(outgoing(), { alert: acknowledged, post: older });
    const ended = noticeOf(outgoing(), { alert: resolved, post: older });

    expect(notice.title).toBe('Continued below: Disk full on web-1');
    expect(factLine(notice)).toMatch(/^Continued below · High priority/);
    expect(ended.title).toBe('Resolved: Disk full on web-1');
    expect(factLine(ended)).toMatch(/^Resolved after 12 min by Anna, 3 messages · Continued below · High priority/);
  });

  it.each([
    [0, '0 s'],
    [-5 * SECOND, '0 s'],
    [999, '0 s'],
    [59 * SECOND, '59 s'],
    [MINUTE, '1 min'],
    [MINUTE + 30 * SECOND, '1 min 30 s'],
    [HOUR + 30 * SECOND, '1 h'],
    [3 * HOUR + 5 * MINUTE, '3 h 5 min'],
    [2 * DAY + 4 * HOUR + 59 * MINUTE, '2 d 4 h'],
    [400 * DAY, '400 d'],
  ])('that lasted %i ms lasted %s', (lasted, words) => {
    const alert = { ...resolved, count: 1, resolved: { at: NOW + lasted, by: ANNA } };

    expect(lineOf(alert)).toBe(`Resolved after ${words} by Anna`);
  });

  it.each<[AlertActor['type'], string]>([
    ['sender', 'the sender'],
    ['user', 'a user'],
    ['token', 'an API token'],
    ['channel', 'somebody in a channel'],
    ['system', 'the router'],
  ])('that a %s without a name ended was ended by %s', (type, words) => {
    const by = { type, name: ' \u200b' };

    expect(lineOf({ ...resolved, count: 1, resolved: { at: NOW, by } })).toBe(`Resolved after 0 s by ${words}`);
    expect(lineOf({ ...acknowledged, acknowledged: { by: { type } } })).toBe(`Acknowledged by ${words}`);
  });

  it('names people in one short line that turns nothing round', () => {
    const name = `Eve\n\u202e${'x'.repeat(100)}`;

    const line = lineOf({ ...acknowledged, acknowledged: { by: { type: 'user', name } } });

    expect(line).toBe(`Acknowledged by Eve ${'x'.repeat(55)}…`);
  });

  it('is said in one word where nothing more is known', () => {
    expect(lineOf(alertView({ status: 'acknowledged' }))).toBe('Acknowledged');
    expect(lineOf(alertView({ status: 'resolved' }))).toBe('Resolved');
  });

  it('has a colour of its own in the place of that of the priority', () => {
    const message = outgoing({ priority: 5 });
    const continued = post({ reference: 'x', continued: true });

    const colours = [{}, { alert: acknowledged }, { alert: resolved }, { alert: alertView(), post: continued }].map(
      (context) => colourOf(noticeOf(message, context)),
    );

    expect(new Set(colours).size).toBe(4);
    expect(colourOf(noticeOf(message, { alert: alertView() }))).toBe(colours[0]);
  });

  it.each([
    [5, 5, 3],
    [4, 4, 3],
    [3, 3, 3],
    [1, 1, 1],
    [undefined, undefined, undefined],
  ])('of priority %s calls with %s while it fires, and with %s when it needs nobody', (priority, loud, quiet) => {
    const { priority: _, ...rest } = outgoing().content;
    const message = { ...outgoing(), content: { ...rest, ...(priority === undefined ? {} : { priority }) } };

    expect(loudnessOf(noticeOf(message, { alert: alertView() }))).toBe(loud);
    expect(loudnessOf(noticeOf(message, { alert: resolved }))).toBe(quiet);
    expect(loudnessOf(noticeOf(message, { alert: acknowledged }))).toBe(quiet);
  });
});
