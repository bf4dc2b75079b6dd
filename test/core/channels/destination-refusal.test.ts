import { describe, expect, it } from 'vitest';
import { destinationRefusal } from '../../../core/channels/destination-refusal.ts';

const OWN = 'this belongs to the router itself; name another one';
const CLOSED = 'the router may not send there; whoever runs it can allow it by the setting AWS_TARGETS';

describe('where channels may send to', () => {
  const refusalOf = destinationRefusal({
    own: ['https://sqs.eu-central-1.amazonaws.com/111122223333/jobs-own'],
    targets: [
      'arn:aws:sqs:eu-central-1:111122223333:jobs-*',
      'arn:aws:sns:*:111122223333:alerts?',
      'arn:aws:events:eu-west-1:111122223333:event-bus/a.b',
    ],
    region: 'eu-central-1',
  });

  it.each([
    'https://sqs.eu-central-1.amazonaws.com/111122223333/jobs-new',
    'https://sqs.eu-central-1.amazonaws.com.cn/111122223333/jobs-new',
    'http://127.0.0.1:4566/111122223333/jobs-new',
    'arn:aws:sns:us-east-1:111122223333:alerts1',
    'arn:aws-cn:sns:cn-north-1:111122223333:alerts1',
    'arn:aws:events:eu-west-1:111122223333:event-bus/a.b',
  ])('is %s, as the settings say', (name) => {
    expect(refusalOf(name)).toBeUndefined();
  });

  it.each([
    ['another name', 'https://sqs.eu-central-1.amazonaws.com/111122223333/work'],
    ['another Region', 'https://sqs.eu-west-1.amazonaws.com/111122223333/jobs-new'],
    ['another account', 'https://sqs.eu-central-1.amazonaws.com/444455556666/jobs-new'],
    ['one more character', 'arn:aws:sns:us-east-1:111122223333:alerts12'],
    ['no character', 'arn:aws:sns:us-east-1:111122223333:alerts'],
    ['a dot that is none', 'arn:aws:events:eu-west-1:111122223333:event-bus/aXb'],
    ['another service', 'arn:aws:events:us-east-1:111122223333:alerts1'],
    ['nothing that an address has', 'x'],
  ])('is nowhere else: %s', (_, name) => {
    expect(refusalOf(name)).toBe(CLOSED);
  });

  it('is never what is the router’s own', () => {
    expect(refusalOf('https://sqs.eu-central-1.amazonaws.com/111122223333/jobs-own')).toBe(OWN);
  });

  it('is nowhere by default', () => {
    const closed = destinationRefusal({ own: [''], targets: [''], region: undefined });

    expect(closed('https://queue.amazonaws.com/111122223333/jobs')).toBe(CLOSED);
  });
});
