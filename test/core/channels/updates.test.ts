import { describe, expect, it } from 'vitest';
import { ChannelKind, mayEdit } from '../../../core/channels/kinds.ts';
import { deliveredKind } from '../../../core/channels/registry.ts';
import { updatesOf, updatesRefusal } from '../../../core/channels/updates.ts';

describe('what channels get of alerts', () => {
  it('is one post where the kind edits, each message where machines read it, else the ends', () => {
    const kinds = ['slack', 'email', 'webhook', 'live-stream'] as const;

    expect(kinds.map((kind) => updatesOf({ kind }))).toEqual(['edit', 'ends', 'each', 'each']);
    expect(updatesOf({ kind: 'slack', updates: 'ends' })).toBe('ends');
  });

  it('is said of the same kinds that say how they edit', () => {
    const edits = ChannelKind.options.filter((kind) => deliveredKind(kind)?.edits !== undefined);

    expect(ChannelKind.options.filter(mayEdit)).toEqual(edits);
  });

  it.each([
    ['slack', 'edit', undefined],
    ['slack', 'each', undefined],
    ['email', undefined, undefined],
    ['email', 'ends', undefined],
    ['email', 'edit', 'channels of this kind cannot change what they posted'],
    ['sqs', 'ends', 'channels of this kind get each message'],
    ['sqs', 'edit', 'channels of this kind get each message'],
  ] as const)('of kind %s may be %s, or why not: %s', (kind, updates, reason) => {
    expect(updatesRefusal(kind, updates)).toBe(reason);
  });
});
