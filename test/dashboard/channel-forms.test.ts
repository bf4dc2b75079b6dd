import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { channelKinds } from '../../core/channels/registry.ts';
import type { ChannelKind } from '../../dashboard/src/api/types.ts';
import {
  fieldsFor,
  missingIn,
  previewConfig,
  valuesOf,
  wayOf,
  waysOf,
  wayTaken,
} from '../../dashboard/src/channels/kind-form.ts';
import { groupKinds, guideOf } from '../../dashboard/src/channels/kind-guides.ts';
import { filledValues } from '../../dashboard/src/forms/config-values.ts';
import { fieldsOf } from '../../dashboard/src/forms/json-schema.ts';

const kinds: ChannelKind[] = Object.values(channelKinds).map(({ kind, title, description, config }) => ({
  name: kind,
  title,
  description,
  configSchema: z.toJSONSchema(config, { io: 'input' }),
  secretFields: [],
  edits: false,
  updates: ['each'],
  limits: {},
}));
const kindOf = (name: string): ChannelKind => {
  const kind = kinds.find((known) => known.name === name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  return kind;
};

describe('the gallery of kinds', () => {
  it('shows each kind once', () => {
    const shown = groupKinds(kinds).flatMap((group) => group.kinds.map(({ name }) => name));

    expect(shown.toSorted()).toEqual(kinds.map(({ name }) => name).toSorted());
  });

  it.each([
    ['slack', ['slack']],
    ['  AWS ', ['sns', 'sqs', 'eventbridge']],
    ['no such thing', []],
  ])('finds by name and by group: %s', (text, expected) => {
    const found = groupKinds(kinds, text).flatMap((group) => group.kinds.map(({ name }) => name));

    expect(found).toEqual(expect.arrayContaining(expected));
    expect(found.length === 0).toBe(expected.length === 0);
  });
});

describe('the form of a kind', () => {
  it.each(kinds)('says for $name what to do first, without naming a field it does not have', (kind) => {
    const ways = waysOf(kind);
    const guide = guideOf(kind.name);
    const steps = 'steps' in guide ? guide.steps : ways.flatMap((way) => way.steps);
    const names = fieldsOf(kind.configSchema).map(({ name }) => name);

    expect(steps.length).toBeGreaterThan(0);
    expect(names).toEqual(expect.arrayContaining(ways.flatMap(({ needs }) => [...needs])));
  });

  it.each(kinds.filter((kind) => waysOf(kind).length > 0))('of $name asks each way for what that way needs', (kind) => {
    for (const { id, needs } of waysOf(kind)) {
      const fields = fieldsFor(kind, wayOf(kind, id));
      const others = waysOf(kind).flatMap((way) => way.needs.filter((name) => !needs.includes(name)));

      expect(fields.filter(({ required }) => required).map(({ name }) => name)).toEqual([...needs]);
      expect(fields.map(({ name }) => name)).not.toEqual(expect.arrayContaining(others));
    }
  });

  it.each(kinds)('of $name has a preview before anything is typed', (kind) => {
    const ways = waysOf(kind).length === 0 ? [undefined] : waysOf(kind);

    const parsed = ways.map((way) => channelKinds[kind.name].config.safeParse(previewConfig(fieldsFor(kind, way), {})));

    expect(parsed.map(({ error }) => error?.issues)).toEqual(ways.map(() => undefined));
  });

  it('accepts what a way needs, and leaves out what was typed for another way', () => {
    const slack = kindOf('slack');
    const typed = {
      webhookUrl: 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
      botToken: 'xoxb-0',
      channel: 'C0123456789',
    };

    const configs = waysOf(slack).map((way) => filledValues(valuesOf(fieldsFor(slack, way), typed)));

    expect(configs.map((config) => channelKinds.slack.config.safeParse(config).success)).toEqual([true, true]);
    expect(configs.map((config) => Object.keys(config))).toEqual([['webhookUrl'], ['botToken', 'channel']]);
    expect(configs.map((config) => wayTaken(slack, config)?.id)).toEqual(['webhook', 'bot']);
  });

  it('misses what is required and empty, and nothing else', () => {
    const fields = fieldsFor(kindOf('telegram'), undefined);

    expect(missingIn(fields, { botToken: '' })).toEqual([
      { path: 'config.botToken', message: 'This is required.' },
      { path: 'config.chatId', message: 'This is required.' },
    ]);
    expect(missingIn(fields, { botToken: '1:x', chatId: '7' })).toEqual([]);
  });

  it('takes as missing whatever the API would call missing', () => {
    for (const kind of kinds.filter((known) => waysOf(known).length === 0)) {
      const missing = missingIn(fieldsOf(kind.configSchema), {});
      const parsed = channelKinds[kind.name].config.safeParse({});

      const named = parsed.error?.issues.map(({ path }) => `config.${path.join('.')}`) ?? [];
      expect([kind.name, missing.map(({ path }) => path)]).toEqual([kind.name, named]);
    }
  });
});
