import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ChannelKind, carrierOf } from '../../../core/channels/kinds.ts';
import { LiveStreamConfig } from '../../../core/channels/live-stream-config.ts';
import { channelKinds, deliveredKind } from '../../../core/channels/registry.ts';
import { outgoing } from '../../vendors/notifications.ts';

const kinds = ChannelKind.def.entries;

/** Schemas of the fields of a kind's config, as the dashboard's form gets them. */
const Fields = z.object({
  properties: z.record(
    z.string(),
    z.object({ title: z.string(), description: z.string(), examples: z.array(z.unknown()).min(1) }),
  ),
});

describe.each(Object.values(kinds))('the kind %s', (kind) => {
  const definition = channelKinds[kind];

  it('is registered under its own name', () => {
    expect(definition.kind).toBe(kind);
  });

  it('has a deliverer when its deliveries go through a queue', () => {
    expect(deliveredKind(kind) === undefined).toBe(carrierOf(kind) === 'live');
  });

  it('explains every field of its config to the form, with valid examples', () => {
    const { properties } = Fields.parse(z.toJSONSchema(definition.config, { io: 'input' }));

    const examples = Object.fromEntries(Object.entries(properties).map(([name, { examples }]) => [name, examples[0]]));
    const issues = definition.config.safeParse(examples).error?.issues ?? [];
    // Fields that exclude each other cannot all be given; that issue is the whole config's, with no path.
    expect(issues.filter(({ path }) => path.length > 0)).toEqual([]);
  });

  it('names only fields that it has as addresses and secrets', () => {
    const { properties } = Fields.parse(z.toJSONSchema(definition.config, { io: 'input' }));
    const known = [...Object.keys(properties), ...definition.internal];

    const named = [...definition.urls, ...definition.secrets].map((path) => path.split('.')[0]);
    expect(known).toEqual(expect.arrayContaining(named));
  });

  it('refuses fields that it does not know', () => {
    expect(definition.config.safeParse({ url: 'https://example.com/', surprise: 1 }).success).toBe(false);
  });
});

describe('a channel template that fails', () => {
  const greedy = '{% for i in (1..5000000) %}x{% endfor %}';
  const context = { deliveryId: 'dl_1', now: 0, userAgent: 'test' };

  const withTemplates = Object.values(kinds)
    .flatMap((kind) => deliveredKind(kind) ?? [])
    .filter(({ config }) => 'templates' in Fields.parse(z.toJSONSchema(config, { io: 'input' })).properties);

  it.each(withTemplates.map((kind) => [kind.kind, kind] as const))('is noted by %s', (_name, kind) => {
    const notes = kind.notes(outgoing(), { templates: { title: greedy } }, context);

    expect(notes).toEqual([expect.stringMatching(/^title template failed: /)]);
  });

  it('concerns every kind that people read', () => {
    expect(withTemplates.length).toBeGreaterThanOrEqual(17);
  });
});

describe('the kind live-stream', () => {
  it('stores the defaults of what is left out, in the shape that the stream service reads', () => {
    const { config, issued } = channelKinds['live-stream'].prepare({}, { now: 0, randomBytes: () => new Uint8Array() });

    expect(LiveStreamConfig.parse(config)).toEqual({
      format: 'json',
      includePriority: true,
      includeTags: true,
      includePayload: true,
    });
    expect(issued).toEqual([]);
  });

  it('refuses to prepare what its schema refuses: a bug of the caller', () => {
    expect(() =>
      channelKinds['live-stream'].prepare({ format: 'xml' }, { now: 0, randomBytes: () => new Uint8Array() }),
    ).toThrow(z.ZodError);
  });
});
