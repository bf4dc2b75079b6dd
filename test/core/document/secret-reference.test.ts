import { describe, expect, it } from 'vitest';
import { readReference } from '../../../core/document/secret-reference.ts';

const ARN = 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:shop/slack-AbCdEf';

describe('where a secret lies', () => {
  it.each([
    [`secretsmanager:${ARN}:SecretString:::`, { kind: 'secretsmanager', id: ARN }],
    [`secretsmanager:${ARN}:SecretString:token::`, { kind: 'secretsmanager', id: ARN, field: 'token' }],
    ['secretsmanager:shop:SecretString::AWSPREVIOUS:', { kind: 'secretsmanager', id: 'shop', stage: 'AWSPREVIOUS' }],
    ['secretsmanager:shop:SecretString:::v1', { kind: 'secretsmanager', id: 'shop', version: 'v1' }],
    ['secretsmanager:shop:SecretString', { kind: 'secretsmanager', id: 'shop' }],
    ['ssm-secure:/shop/slack:3', { kind: 'ssm', name: '/shop/slack:3' }],
    ['ssm-secure:/shop/slack:', { kind: 'ssm', name: '/shop/slack' }],
    ['ssm-secure:slack', { kind: 'ssm', name: 'slack' }],
  ])('is read from %s', (text, reference) => {
    expect(readReference(text)).toEqual(reference);
  });

  it.each(['xoxb-0123456789', 'ssm:/shop/slack', 'secretsmanager:shop', 'ssm-secure:', ''])('is not in %j', (text) => {
    expect(readReference(text)).toBeUndefined();
  });
});
