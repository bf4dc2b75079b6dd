import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergePatch } from '../../core/directory/merge-patch.ts';
import { changedValues, filledValues, initialValues } from '../../dashboard/src/forms/config-values.ts';
import { fieldsOf } from '../../dashboard/src/forms/json-schema.ts';

const fields = fieldsOf({
  properties: {
    on: { type: 'boolean', default: true },
    off: { type: 'boolean' },
    format: { enum: ['json', 'text'], default: 'json' },
    kind: { enum: ['a', 'b'] },
    url: { type: 'string' },
  },
});

describe('what a form starts with', () => {
  it('is the defaults of a new channel, and nothing for fields without one', () => {
    expect(initialValues(fields)).toEqual({ on: true, format: 'json' });
  });

  it('is what is stored, also where that is not the default', () => {
    expect(initialValues(fields, { on: false, url: 'x' })).toEqual({ on: false, format: 'json', url: 'x' });
  });
});

describe('what a form sends', () => {
  it('has nothing that was left empty, however deep', () => {
    expect(filledValues({ a: '', b: undefined, c: [], d: {}, e: { f: { g: '' } }, h: { i: 1, j: '' } })).toEqual({
      h: { i: 1 },
    });
  });

  it('keeps what only looks empty', () => {
    const values = { no: false, zero: 0, none: null, list: [''], space: ' ' };

    expect(filledValues(values)).toEqual(values);
  });

  const text = fc.constantFrom('', 'x', '••••1234');
  const config = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(text, fc.boolean(), fc.array(text, { maxLength: 2 }), fc.dictionary(fc.constantFrom('d', 'e'), text)),
  );

  it('makes of what is stored what was typed, when the router merges it', () => {
    fc.assert(
      fc.property(config.map(filledValues), config, (stored, typed) => {
        const merged = mergePatch(stored, changedValues(stored, typed));

        expect(merged).toEqual(filledValues(typed));
      }),
    );
  });
});
