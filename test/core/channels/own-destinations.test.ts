import { describe, expect, it } from 'vitest';
import { carrierOf, ChannelKind } from '../../../core/channels/kinds.ts';
import { ownDestinations } from '../../../core/channels/own-destinations.ts';
import { channelKinds } from '../../../core/channels/registry.ts';

describe('what is the router’s own', () => {
  const isOwn = ownDestinations([
    'https://sqs.eu-central-1.amazonaws.com/111122223333/Router-Slow-1',
    'arn:aws:sns:eu-central-1:111122223333:Router-Bounces',
  ]);

  it.each([
    'https://sqs.eu-central-1.amazonaws.com/111122223333/Router-Slow-1',
    'https://eu-central-1.queue.amazonaws.com/111122223333/Router-Slow-1',
    'http://127.0.0.1:4566/111122223333/Router-Slow-1',
    'https://example.com/x/y/111122223333/Router-Slow-1',
    'arn:aws:sns:eu-central-1:111122223333:Router-Bounces',
    'arn:aws-cn:sns:us-east-1:111122223333:Router-Bounces',
  ])('is known by account and name, as %s', (name) => {
    expect(isOwn(name)).toBe(true);
  });

  it.each([
    'https://sqs.eu-central-1.amazonaws.com/111122223333/alerts',
    'https://sqs.eu-central-1.amazonaws.com/444455556666/Router-Slow-1',
    'arn:aws:sns:eu-central-1:111122223333:alerts',
    'arn:aws:events:eu-central-1:111122223333:event-bus/default',
    '',
  ])('is not %j', (name) => {
    expect(isOwn(name)).toBe(false);
  });
});

it('every kind that AWS carries says which of its fields name a destination, unless it reaches people', () => {
  const silent = ChannelKind.options.filter(
    (kind) => carrierOf(kind) === 'aws' && channelKinds[kind].destinations.length === 0,
  );

  expect(silent).toEqual(['email', 'sms']);
});
