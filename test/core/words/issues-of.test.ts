import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { channelKinds } from '../../../core/channels/registry.ts';
import { issuesOf } from '../../../core/words/issues-of.ts';
import { schemaWords } from '../../../core/words/schema-words.ts';

function issues(schema: z.ZodType, value: unknown) {
  const checked = schema.safeParse(value, { error: schemaWords });
  return checked.success ? [] : issuesOf(checked.error.issues);
}

const said = (schema: z.ZodType, value: unknown) => issues(schema, value).map(({ message }) => message);

describe('what a schema says to a person', () => {
  it.each([
    [z.object({ a: z.string() }), {}, 'is required'],
    [z.object({ a: z.enum(['x']) }), {}, 'is required'],
    [z.string(), 7, 'must be text'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.coerce.number(), 'many', 'must be a number'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.object({}), [], 'must be an object'],
    [z.date(), 1, 'must be of another type'],
    [z.literal('a'), 'b', 'must be "a"'],
    [z.enum(['red', 'blue']), 'bleu', 'must be one of "red", "blue". Did you mean "blue"?'],
    [z.enum(['red', 'blue']), 'jazz', 'must be one of "red", "blue".'],
    [z.string().min(1), '', 'must not be empty'],
    [z.array(z.string()).min(1), [], 'must not be empty'],
    [z.string().min(3), 'x', 'must have at least 3 characters'],
    [z.string().max(1), 'xx', 'must have at most 1 characters'],
    [z.array(z.number()).max(1), [1, 2], 'must have at most 1 items'],
    [z.number().min(1), 0, 'must be at least 1'],
    [z.int().min(1), 0, 'must be at least 1'],
    [z.number().gt(1), 1, 'must be more than 1'],
    [z.number().lt(1), 1, 'must be less than 1'],
    [z.number().max(5), 6, 'must be at most 5'],
    [z.number().multipleOf(5), 6, 'must be a multiple of 5'],
    [z.email(), 'x', 'must be an email address, such as somebody@example.com'],
    [z.string().regex(/a/), 'x', 'does not have the right form'],
    [z.string().refine(() => false), 'x', 'is not valid'],
    [z.string().refine(() => false, 'our own words'), 'x', 'our own words'],
    [z.record(z.string().max(1), z.string()), { long: '' }, 'must have at most 1 characters'],
    [z.map(z.string(), z.string()), new Map([['a', 1]]), 'must be text'],
    [z.union([z.string(), z.array(z.string())]), 7, 'must be text or a list'],
    [z.union([z.string().min(2), z.string().regex(/9/), z.int()]), 'x', 'is not valid'],
    [z.union([z.string(), z.int()], { error: 'a name or a number' }), null, 'a name or a number'],
  ])('is plain: %#', (schema, value, message) => {
    expect(said(schema, value)).toEqual([message]);
  });

  it('names each unknown field', () => {
    expect(issues(z.object({ in: z.strictObject({}) }), { in: { a: 1, b: 2 } })).toEqual([
      { path: 'in.a', message: 'unknown field' },
      { path: 'in.b', message: 'unknown field' },
    ]);
  });

  it('looks into the form that was meant', () => {
    const schema = z.object({ at: z.union([z.strictObject({ name: z.string() }), z.null()]) });

    expect(issues(schema, { at: { name: 7 } })).toEqual([{ path: 'at.name', message: 'must be text' }]);
    expect(issues(z.array(z.string()), ['', 7])).toEqual([{ path: '[1]', message: 'must be text' }]);
  });

  it('complains 20 times at most', () => {
    expect(
      issues(
        z.array(z.string()),
        Array.from({ length: 50 }, () => 1),
      ),
    ).toHaveLength(20);
    expect(
      issues(z.strictObject({}), Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, 1]))),
    ).toHaveLength(20);
  });
});

/** How the library itself speaks. */
const LIBRARY = /Invalid|expected|received|Too (?:small|big)|Unrecognized|undefined|NaN|RegExp|zod/i;

describe('the config of every kind', () => {
  const wrong = [7, '', null, [], {}, 'x'.repeat(100_000), { a: {} }, [null], NaN, true, -1, 1e99];

  it.each(Object.values(channelKinds))('$kind is refused without a word of the library', ({ config }) => {
    const fields = Object.keys(z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' }).properties ?? {});
    const bodies = [...wrong, ...wrong.map((value) => Object.fromEntries(fields.map((field) => [field, value])))];

    for (const message of bodies.flatMap((body) => said(config, body))) expect(message).not.toMatch(LIBRARY);
  });
});
