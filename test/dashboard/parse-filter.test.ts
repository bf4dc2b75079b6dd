import { describe, expect, it } from 'vitest';
import { describeFilter } from '../../dashboard/src/filters/describe-filter.ts';
import { parseFilter } from '../../dashboard/src/filters/parse-filter.ts';
import { toRows } from '../../dashboard/src/filters/rows.ts';

describe('a filter as it is typed', () => {
  it.each(['', ' \n', 'null'])('is none: %j', (text) => {
    expect(parseFilter(text)).toEqual({ kind: 'filter', filter: null });
  });

  it.each([
    '{"all":[]}',
    '{"any":[{"not":{"path":"a","op":"exists"}}]}',
    '{"tags":{"any":["a"]}}',
    '{"priority":{"gte":4}}',
    '{"path":"a","op":"an operator that the API will refuse"}',
  ])('is what it says: %s', (text) => {
    expect(parseFilter(text)).toEqual({ kind: 'filter', filter: JSON.parse(text) });
  });

  it.each(['{', '{"all":', 'tags: a'])('is not JSON yet, and says so: %s', (text) => {
    expect(parseFilter(text)).toEqual({ kind: 'wrong', message: 'This is not valid JSON yet.' });
  });

  it.each([
    '1',
    '"text"',
    '[]',
    '{}',
    '{"all":{}}',
    '{"all":[null]}',
    '{"any":[{"all":[7]}]}',
    '{"not":null}',
    '{"tags":null}',
    '{"tags":{"any":"a"}}',
    '{"priority":null}',
    '{"priority":3}',
    '{"path":"a"}',
    '{"path":1,"op":"eq"}',
  ])('is refused when the page could not walk it: %s', (text) => {
    expect(parseFilter(text)).toEqual({ kind: 'wrong', message: expect.stringContaining('A filter is an object') });
  });

  it.each(['{"tags":{}}', '{"priority":{}}', '{"path":"a","op":"?"}', '{"tags":{"any":[1]}}'])(
    'can be shown once it is taken, whatever the API says to it: %s',
    (text) => {
      const parsed = parseFilter(text);
      if (parsed.kind !== 'filter' || parsed.filter === null) throw new Error(`${text} is a filter`);

      expect(describeFilter(parsed.filter)).toBeTypeOf('string');
    },
  );

  it('offers the builder when it is one that rows can say', () => {
    const parsed = parseFilter('{"any":[{"tags":{"none":["a","b"]}},{"priority":{"exists":false}}]}');

    expect(parsed.kind === 'filter' && toRows(parsed.filter)).toEqual({
      join: 'any',
      rows: [
        { subject: 'tags', path: '', op: 'none', value: 'a, b' },
        { subject: 'priority', path: '', op: 'exists', value: 'false' },
      ],
    });
  });
});
