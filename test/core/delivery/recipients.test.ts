import { describe, expect, it } from 'vitest';
import type { AwsResult, SmsRequest } from '../../../core/channels/aws-exchange.ts';
import { createSend } from '../../../core/delivery/send.ts';
import { combine, type RecipientVerdict } from '../../../core/delivery/recipients.ts';
import type { Outcome, Settled, Verdict } from '../../../core/channels/outcome.ts';
import type { Channel } from '../../../core/directory/channel.ts';

const at = '2026-11-20T10:00:00.000Z';
const numbers = ['+4915100000001', '+4915100000002', '+4915100000003'];
const channel: Channel = {
  id: 'ch_1',
  organizationId: 'org_1',
  kind: 'sms',
  name: 'SMS',
  enabled: true,
  config: { to: numbers },
  createdAt: at,
  updatedAt: at,
  version: 1,
};
const message = {
  id: 'msg_1',
  content: { message: 'down', tags: [] },
  receivedAt: at,
  webhook: { id: 'wh_1', name: 'CI' },
  payloadText: '{}',
  hops: [],
};

const accepted: AwsResult = { kind: 'accepted', status: 200 };
const throttled: AwsResult = { kind: 'aws-failure', name: 'ThrottlingException', message: 'slow', retryable: true };
const optedOut: AwsResult = { kind: 'aws-failure', name: 'ConflictException', message: 'opted out', retryable: false };

/** Sends with these answers, by number, and tells whom it asked. */
function sender(answers: Record<string, AwsResult>) {
  const asked: string[] = [];
  const send = createSend({
    now: () => 0,
    aws: {
      send: async (request) => {
        const { DestinationPhoneNumber: number } = (request as SmsRequest).input;
        asked.push(number);
        return answers[number] ?? accepted;
      },
    },
  });
  return { send, asked };
}

const progressAfter = (outcome: Outcome) =>
  outcome.kind === 'retry' && outcome.settled !== undefined ? { settled: outcome.settled } : {};

describe('a delivery to several recipients', () => {
  it('asks all of them, whatever becomes of the others', async () => {
    const { send, asked } = sender({ [numbers[0]!]: optedOut, [numbers[1]!]: throttled });

    const outcome = await send(channel, message);

    expect(asked).toEqual(numbers);
    expect(outcome).toMatchObject({
      kind: 'retry',
      error: '1 of 3 recipients: AWS answered ThrottlingException: slow',
    });
  });

  it('repeats a retry for nobody who is settled', async () => {
    const first = await sender({ [numbers[1]!]: throttled }).send(channel, message);
    const { send, asked } = sender({});

    const second = await send(channel, message, progressAfter(first));

    expect(asked).toEqual([numbers[1]]);
    expect(second).toEqual({ kind: 'delivered', status: 200 });
  });

  it.each([
    ['the text', { ...channel }, { ...message, content: { message: 'still down', tags: [] } }],
    ['the sender', { ...channel, config: { to: numbers, originationIdentity: 'pool-1' } }, message],
    ['the order', { ...channel, config: { to: numbers.toReversed() } }, message],
    ['somebody new', { ...channel, config: { to: ['+4915100000009', ...numbers] } }, message],
  ])('knows who is settled by whom they are, when %s changed before the retry', async (_, changed, now) => {
    const first = await sender({ [numbers[1]!]: throttled }).send(channel, message);
    const { send, asked } = sender({});

    await send(changed, now, progressAfter(first));

    expect(asked.filter((number) => numbers.includes(number))).toEqual([numbers[1]]);
  });

  it('ends as failed when one of them never got it, also when that was an earlier attempt', async () => {
    const first = await sender({ [numbers[0]!]: optedOut, [numbers[1]!]: throttled }).send(channel, message);

    const second = await sender({}).send(channel, message, progressAfter(first));

    const error = '1 of 3 recipients: AWS answered ConflictException: opted out';
    expect(second).toMatchObject({ kind: 'failed', error });
  });

  it('names no recipient in what is kept of them', async () => {
    const outcome = await sender({ [numbers[1]!]: throttled }).send(channel, message);

    expect(JSON.stringify(outcome)).not.toContain('49151');
  });
});

describe('combine', () => {
  const verdictsOf = (...verdicts: Verdict[]): RecipientVerdict[] =>
    verdicts.map((verdict, index) => ({ name: String(index), verdict }));
  const delivered: Verdict = { kind: 'delivered', status: 201 };
  const gone: Verdict = { kind: 'failed', error: 'gone', status: 410, gone: ['s1'] };
  const failed: Verdict = { kind: 'failed', error: 'no', disableChannel: 'no' };
  const of = (verdicts: RecipientVerdict[], total = verdicts.length) => combine({ verdicts, settled: {}, total });

  it('counts a recipient that is gone only when nobody is left', () => {
    expect(of(verdictsOf(gone, delivered))).toEqual({ kind: 'delivered', status: 201, gone: ['s1'] });
    expect(of(verdictsOf(gone))).toEqual({ kind: 'failed', error: 'gone', status: 410, gone: ['s1'] });
  });

  it('switches the channel off only when that is what all of them mean', () => {
    expect(of(verdictsOf(failed, failed))).toMatchObject({ disableChannel: 'no' });
    expect(of(verdictsOf(failed, delivered))).not.toHaveProperty('disableChannel');
  });

  it('waits as long as the slowest asks, if all of them ask', () => {
    const asks = (seconds: number): Verdict => ({ kind: 'retry', error: 'busy', retryAfterSeconds: seconds });

    expect(of(verdictsOf(asks(5), asks(60)))).toMatchObject({ retryAfterSeconds: 60 });
    expect(of(verdictsOf(asks(5), { kind: 'retry', error: 'down' }))).not.toHaveProperty('retryAfterSeconds');
  });

  it('asks for another form as soon as one vendor answer does', () => {
    const again: Verdict = { kind: 'send-again', status: 400, error: 'no', adjustment: { plainText: true } };

    expect(of(verdictsOf(delivered, again, failed))).toEqual(again);
  });

  it('is delivered when earlier attempts have settled all of them', () => {
    expect(combine({ verdicts: [], settled: { a: '', b: '' }, total: 2 })).toEqual({ kind: 'delivered' });
  });

  it('says whether anybody took it, and when', () => {
    const later: Verdict = { kind: 'retry', error: 'down' };
    const after = (settled: Settled, ...verdicts: Verdict[]) =>
      combine({ verdicts: verdictsOf(...verdicts), settled, total: 3 });

    expect(after({ x: '' }, delivered, later)).toMatchObject({ kind: 'retry', taken: 'now' });
    expect(after({ x: '' }, later)).toMatchObject({ kind: 'retry', taken: 'before' });
    expect(after({ x: '' }, failed)).toMatchObject({ kind: 'failed', taken: 'before' });
    expect(after({ x: 'no' }, later)).not.toHaveProperty('taken');
    expect(after({}, delivered)).not.toHaveProperty('taken');
  });

  it('gathers who took it, where the kind keeps count', () => {
    const reached = (id: string): Verdict => ({ kind: 'delivered', reached: [id] });

    expect(of(verdictsOf(reached('s1'), reached('s2'), gone))).toMatchObject({ reached: ['s1', 's2'], gone: ['s1'] });
  });

  it('fails when there is nobody to send to', () => {
    expect(of([])).toMatchObject({ kind: 'failed' });
  });
});
