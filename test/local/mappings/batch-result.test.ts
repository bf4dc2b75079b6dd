import { describe, expect, it } from 'vitest';
import { doneOf } from '../../../local/mappings/batch-result.ts';

const batch = [{ MessageId: 'a' }, { MessageId: 'b' }, { MessageId: 'c' }];
const done = (payload: unknown, partial = true) =>
  doneOf(batch, { kind: 'result', payload }, partial).map(({ MessageId }) => MessageId);
const failures = (...ids: unknown[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });

describe('doneOf', () => {
  it.each([
    ['nothing is returned', undefined],
    ['null is returned', null],
    ['the list of failures is empty', failures()],
    ['the list of failures is missing', {}],
    ['the list of failures is null', { batchItemFailures: null }],
  ])('is the whole batch when %s', (_, payload) => {
    expect(done(payload)).toEqual(['a', 'b', 'c']);
  });

  it('is what is not named as failed', () => {
    expect(done(failures('b'))).toEqual(['a', 'c']);
  });

  it.each([
    ['an id is unknown', failures('b', 'x')],
    ['an id is empty', failures('')],
    ['an id is null', failures(null)],
    ['an id has another name', { batchItemFailures: [{ id: 'b' }] }],
    ['an id is repeated', failures('b', 'b')],
  ])('is nothing when %s', (_, payload) => {
    expect(done(payload)).toEqual([]);
  });

  it('is nothing when the function fails', () => {
    expect(doneOf(batch, { kind: 'error', type: 'Error', message: '' }, true)).toEqual([]);
  });

  it('is the whole batch when the mapping does not report failures', () => {
    expect(done(failures('b'), false)).toEqual(['a', 'b', 'c']);
  });
});
