import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../local/iam/evaluate.ts';
import type { AccessRequest, PolicySet } from '../../../local/iam/policy.ts';
import { idleRights } from '../../iam/idle-rights.ts';
import { allow, deny, policies, request, subject } from './statements.ts';

const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:jobs';
const send = request('sqs:SendMessage', QUEUE);

/** A run in which these requests were made. */
const run = (set: PolicySet, ...requests: AccessRequest[]) => ({
  policies: set,
  decisions: requests.map((asked) => ({
    subject,
    request: asked,
    outcome: evaluate(set, subject, asked).outcome as string,
  })),
});

describe('a right is idle', () => {
  it('when nobody asked for it, although others of its statement were needed', () => {
    const set = policies([allow(['sqs:SendMessage', 'sqs:PurgeQueue'], [QUEUE, `${QUEUE}2`])]);

    expect(idleRights([run(set, send)])).toEqual([
      'iam:role/Stack-Role: Allow sqs:PurgeQueue on sqs:jobs',
      'iam:role/Stack-Role: Allow sqs:PurgeQueue on sqs:jobs2',
      'iam:role/Stack-Role: Allow sqs:SendMessage on sqs:jobs2',
    ]);
  });

  it('when another one allows the same', () => {
    const set = policies([allow('sqs:SendMessage', QUEUE), allow('sqs:*', QUEUE)]);

    expect(idleRights([run(set, send)])).toHaveLength(2);
  });

  it('when what it denies was not allowed anyway', () => {
    expect(idleRights([run(policies([deny('sqs:SendMessage', QUEUE)]), send)])).toHaveLength(1);
  });
});

describe('a right is needed', () => {
  it('when one decision hung on it', () => {
    const denial = deny('sqs:*', QUEUE, { Principal: '*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
    const set = policies([allow('sqs:SendMessage', QUEUE)], { [QUEUE]: [denial] });
    const plain = request('sqs:SendMessage', QUEUE, { 'aws:securetransport': 'false' });

    expect(idleRights([run(set, send)])).toEqual([
      'sqs:jobs: Deny sqs:* on sqs:jobs to * if Bool aws:securetransport false',
    ]);
    expect(idleRights([run(set, send, plain)])).toEqual([]);
  });

  it('when one of several runs needed it', () => {
    const set = policies([allow('sqs:SendMessage', QUEUE)]);

    expect(idleRights([run(set), run(set, send), run(set)])).toEqual([]);
  });
});

it('is not told from decisions that cannot be repeated', () => {
  const decisions = run(policies([]), send).decisions.map((decision) => ({ ...decision, outcome: 'allowed' }));

  expect(() => idleRights([{ policies: policies([]), decisions }])).toThrow('decided otherwise now');
});
