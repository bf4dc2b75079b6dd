import { describe, expect, it } from 'vitest';
import { channelKinds } from '../../core/channels/registry.ts';
import { changedValues, filledValues, initialValues } from '../../dashboard/src/forms/config-values.ts';
import { fieldsOf } from '../../dashboard/src/forms/json-schema.ts';
import { z } from 'zod';

describe('the form of a channel', () => {
  it.each(Object.values(channelKinds).map((kind) => [kind.kind, kind] as const))(
    'has a labelled control for every field of the kind %s',
    (_, { config }) => {
      const schema = z.toJSONSchema(config, { io: 'input' });

      const fields = fieldsOf({ ...schema });

      expect(fields.map(({ name }) => name)).toEqual(Object.keys(schema.properties ?? {}));
      for (const { title, description } of fields) expect([title, description]).not.toContain('');
    },
  );

  it('starts with the defaults of the schema, and leaves out what was left empty', () => {
    const fields = fieldsOf({ ...z.toJSONSchema(channelKinds['live-stream'].config, { io: 'input' }) });

    const values = initialValues(fields);

    expect(values).toMatchObject({ format: 'json', includePriority: true });
    expect(filledValues({ url: '', headers: {}, to: [], templates: { title: '' }, emergency: false })).toEqual({
      emergency: false,
    });
  });

  it('removes what was emptied, and sends masked secrets back as they are', () => {
    const stored = { url: 'https://a.example', secret: '••••1234', headers: { a: '••••', b: 'x' } };

    const patch = changedValues(stored, { url: '', secret: '••••1234', headers: { a: '••••' } });

    expect(patch).toEqual({ url: null, secret: '••••1234', headers: { a: '••••', b: null } });
  });
});
