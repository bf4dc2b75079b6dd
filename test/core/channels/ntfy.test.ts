import { describe, expect, it } from 'vitest';
import type { AskShown } from '../../../core/channels/ask-shown.ts';
import { ntfy } from '../../../core/channels/ntfy.ts';
import type { Content } from '../../../core/message/content.ts';
import { describeVendor } from '../../vendors/contract.ts';
import { ntfyBoard, vendor } from '../../vendors/ntfy.ts';
import { MESSAGE_URL, outgoing } from '../../vendors/notifications.ts';
import { BASE_URL, NOW, sendTo } from '../../vendors/send-to.ts';
import { jsonAnswer, responseOf } from '../../vendors/vendor.ts';
import { resolved } from '../../vendors/alerts.ts';
import { post, showAlert } from '../../vendors/show-alert.ts';

const error = (code: number, http: number, error: string) => jsonAnswer(http, { code, http, error });
const untilMidnight = (Date.parse('2026-11-21T00:00:00Z') - NOW) / 1000;

describeVendor(vendor, [
  {
    when: '40009: failed',
    answer: error(40_009, 400, 'invalid request: topic invalid'),
    means: 'failed',
    says: 'topic invalid (40009)',
  },
  { when: '40101: off', answer: error(40_101, 401, 'unauthorized'), means: 'off', says: 'unauthorized' },
  { when: '40301: failed', answer: error(40_301, 403, 'forbidden'), means: 'failed', says: 'forbidden' },
  { when: '41301: failed', answer: error(41_301, 413, 'attachment too large'), means: 'failed' },
  {
    when: '42901: retry',
    answer: error(42_901, 429, 'limit reached: too many requests'),
    means: 'retry',
    says: 'too many requests',
  },
  {
    when: '42908: retry when the day is over',
    answer: error(42_908, 429, 'limit reached: daily message quota reached'),
    means: 'retry',
    retryAfterSeconds: untilMidnight,
  },
  {
    when: '50701: retry',
    answer: error(50_701, 507, 'cannot publish to UnifiedPush topic without previously active subscriber'),
    means: 'retry',
  },
]);

describe('a message in ntfy', () => {
  it('has title, message, tags, the same priority, and leads to the message when it is tapped', async () => {
    const { shown, requests } = await sendTo(vendor);

    expect(shown()).toEqual({
      title: 'Disk full on web-1',
      message: 'Only 3 % left on /var, growing by 2 GB an hour.',
      link: MESSAGE_URL,
      rest: 'disk prod',
    });
    expect(JSON.parse(requests[0]!.body)).toMatchObject({ topic: 'alerts', priority: 4 });
  });

  it('names no token for a topic that is open to everybody', async () => {
    const { requests } = await sendTo(vendor, { config: { token: undefined } });

    expect(requests[0]!.headers).not.toHaveProperty('authorization');
  });

  it('has no tags when the notification has none', async () => {
    const { requests } = await sendTo(vendor, { tags: [] });

    expect(JSON.parse(requests[0]!.body)).not.toHaveProperty('tags');
  });

  it('keeps a comma from splitting a tag', async () => {
    const { shown } = await sendTo(vendor, { tags: ['a,b', 'c'] });

    expect(shown().rest).toBe('a b c');
  });
});

describe('a post in ntfy', () => {
  it.each([
    [5, 5, 2],
    [1, 1, 1],
  ])('of priority %i rings with %i, and is changed without a sound', async (priority, made, changed) => {
    const board = ntfyBoard();

    const { reference = '' } = await showAlert(vendor, board, { message: { priority } });
    const [before] = board.posts();
    await showAlert(vendor, board, { message: { priority }, alert: resolved, post: post({ reference, version: 2 }) });

    expect([before?.priority, board.posts()[0]?.priority]).toEqual([made, changed]);
  });

  it('without a priority is changed without a sound too', () => {
    const { priority: _, ...content } = outgoing().content;
    const config = vendor.config(BASE_URL);
    const context = { deliveryId: 'dlv_1', now: NOW, userAgent: 'test', alert: resolved };
    const reading = { now: NOW, rendered: { config, context: { ...context, post: post() } } };
    const made = ntfy.classify(responseOf(jsonAnswer(200, {})), reading);
    const reference = made.kind === 'delivered' ? made.reference : undefined;

    const [request] = ntfy.render({ ...outgoing(), content }, config, {
      ...context,
      post: { ...post(), version: 2, reference: reference! },
    });

    expect(JSON.parse(String(request!.body))).toMatchObject({ priority: 2, sequence_id: post().id });
  });
});

describe('an ask on ntfy', () => {
  const url = `${BASE_URL}/a/token`;
  const options = [
    { id: 'yes', label: 'Approve', token: 'a' },
    { id: 'no', label: 'Reject', token: 'b' },
  ];
  const config = vendor.config('https://ntfy.example');
  const bodyWith = (ask: AskShown, message: Partial<Content> = {}) => {
    const context = { deliveryId: 'dlv_1', now: NOW, userAgent: 'test', messageUrl: MESSAGE_URL, ask };
    const [request] = ntfy.render(outgoing(message), config, context);
    return JSON.parse(request?.kind === 'http' ? String(request.body) : '{}');
  };

  it('has a button for each option, which sends the form of the page', () => {
    const body = bodyWith({ id: 'ask_1', url, buttons: options });

    expect(body.sequence_id).toBe('ask_1');
    expect(body.actions).toMatchObject([
      { action: 'http', label: 'Approve', url, method: 'POST', body: 'option=yes', clear: true },
      { action: 'http', label: 'Reject', url, body: 'option=no' },
    ]);
  });

  it.each([
    ['nobody may answer by a button', [], {}],
    [
      'there are more options than ntfy has buttons',
      [...options, { id: 'a', label: 'A', token: 'c' }, { id: 'b', label: 'B', token: 'd' }],
      {},
    ],
    ['the text was cut', options, { message: 'x'.repeat(4000).replaceAll('x', '€') }],
  ])('leads to the page when %s', (_, buttons, message) => {
    expect(bodyWith({ id: 'ask_1', url, buttons }, message).actions).toEqual([{ action: 'view', label: 'Open', url }]);
  });

  it('has no buttons once it is over, and its end takes its place', () => {
    const body = bodyWith({ id: 'ask_1', buttons: [] });

    expect(body.sequence_id).toBe('ask_1');
    expect(body).not.toHaveProperty('actions');
  });
});
