import { describe, expect, it } from 'vitest';
import { fieldsOf, isRecord } from '../../dashboard/src/forms/json-schema.ts';

const fieldOf = (property: unknown) => fieldsOf({ properties: { chatId: property } })[0];

describe('a field of a form', () => {
  it.each([
    [{ type: 'string' }, { kind: 'text' }],
    [{ type: 'integer' }, { kind: 'number' }],
    [{ type: 'number' }, { kind: 'number' }],
    [{ type: 'boolean' }, { kind: 'switch', initial: false }],
    [
      { type: 'boolean', default: true },
      { kind: 'switch', initial: true },
    ],
    [
      { enum: ['json', 'text'], default: 'json' },
      { kind: 'choice', options: ['json', 'text'], initial: 'json' },
    ],
    [
      { enum: [1, 2], type: 'integer' },
      { kind: 'choice', options: ['1', '2'], initial: '' },
    ],
    [{ type: 'array' }, { kind: 'lines' }],
    [{ type: 'object', additionalProperties: { type: 'string' } }, { kind: 'pairs' }],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { kind: 'text' }],
  ])('is drawn by its schema: %j', (schema, shape) => {
    expect(fieldOf(schema)?.shape).toEqual(shape);
  });

  it('holds the fields of an object that names them', () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

    expect(fieldOf(schema)?.shape).toMatchObject({ kind: 'group', fields: [{ name: 'title', required: true }] });
  });

  it('is called by its title, else by its name in words', () => {
    expect(fieldOf({ title: 'Chat', type: 'string' })?.title).toBe('Chat');
    expect(fieldOf({ type: 'string' })?.title).toBe('Chat id');
  });

  it.each([
    [['a', 'b'], 'a'],
    [[7], '7'],
    [[['x@example.com', 'y@example.com']], 'x@example.com\ny@example.com'],
    [[{ a: 1 }], ''],
    [undefined, ''],
  ])('shows the first example as it would be typed: %j', (examples, example) => {
    expect(fieldOf({ type: 'string', examples })?.example).toBe(example);
  });
});

describe('the fields of a schema', () => {
  it('keep its order, and say which are required', () => {
    const fields = fieldsOf({ properties: { b: {}, a: {}, c: {} }, required: ['c', 'b'] });

    expect(fields.map(({ name, required }) => [name, required])).toEqual([
      ['b', true],
      ['a', false],
      ['c', true],
    ]);
  });

  it.each([{}, { properties: null }, { properties: [] }, { properties: { a: true, b: 'text' } }])(
    'are none in what describes none: %j',
    (schema) => {
      expect(fieldsOf(schema)).toEqual([]);
    },
  );
});

it('takes neither lists nor null for a record', () => {
  expect([{}, { a: 1 }].map(isRecord)).toEqual([true, true]);
  expect([null, [], 'a', undefined].map(isRecord)).toEqual([false, false, false, false]);
});
