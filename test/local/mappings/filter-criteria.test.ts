import { describe, expect, it } from 'vitest';
import { matcherOf } from '../../../local/mappings/filter-criteria.ts';

const matches = (pattern: object, record: unknown) => matcherOf('Stack/Mapping', [JSON.stringify(pattern)])(record);

describe('the filters of a mapping', () => {
  it('let everything pass when there are none', () => {
    expect(matcherOf('Stack/Mapping', [])({})).toBe(true);
  });

  it('want every field that they name, and one of its values', () => {
    const pattern = { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { state: { S: ['failed'] } } } };
    const record = (eventName: string, state: string) => ({
      eventName,
      dynamodb: { NewImage: { state: { S: state } } },
    });

    expect(matches(pattern, record('MODIFY', 'failed'))).toBe(true);
    expect(matches(pattern, record('REMOVE', 'failed'))).toBe(false);
    expect(matches(pattern, record('INSERT', 'queued'))).toBe(false);
    expect(matches(pattern, { eventName: 'INSERT' })).toBe(false);
  });

  it('ask whether a field is there', () => {
    const pattern = { NewImage: { receivedAt: { S: [{ exists: true }] } } };

    expect(matches(pattern, { NewImage: { receivedAt: { S: '' } } })).toBe(true);
    expect(matches(pattern, { NewImage: {} })).toBe(false);
    expect(matches(pattern, undefined)).toBe(false);
  });

  it('pass what one of them lets pass', () => {
    const matcher = matcherOf('Stack/Mapping', ['{"a":["1"]}', '{"b":["2"]}']);

    expect([{ a: '1' }, { b: '2' }, { a: '2', b: '1' }].map((record) => matcher(record))).toEqual([true, true, false]);
  });

  it.each([[{ a: [{ suffix: 'x' }] }], [{ a: [{ numeric: ['>', 1] }] }], [{ a: 'x' }], [{ a: [] }]])(
    'refuse %j, which has no meaning here, with the place',
    (pattern) => {
      expect(() => matches(pattern, {})).toThrow('Stack/Mapping');
    },
  );
});
