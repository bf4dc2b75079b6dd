import { expect, it } from 'vitest';
import { changeText, type PlannedChange, realChanges, valueText } from '../../dashboard/src/config/plan-words.ts';
import { secretNamesIn } from '../../dashboard/src/config/secret-names.ts';

it('finds the secrets that a document names, in YAML and in JSON', () => {
  const document = `
    channels:
      ops: { config: { botToken: { secret: ops-token }, other: { "secret": "a b" } } }
      hook:
        config:
          headers:
            X-Key:
              secret: 'it is'
      again: { config: { botToken: { secret: ops-token } } }
    webhooks: { ci: { name: no secrets here } }`;

  expect(secretNamesIn(document)).toEqual(['a b', 'it is', 'ops-token']);
  expect(secretNamesIn('{"secret":{"secret":"x"}}')).toContain('x');
});

it('says what a plan does, without what stays', () => {
  const create: PlannedChange = { action: 'create', type: 'webhook', slug: 'ci', fields: [] };
  const unlink: PlannedChange = { action: 'update', type: 'webhook', slug: null, fields: [] };
  const none: PlannedChange = { action: 'none', type: 'channel', slug: 'ops', fields: [] };

  expect(realChanges({ digest: '', changes: [create, none, unlink] }).map(changeText)).toEqual([
    'Create webhook ci',
    'Change webhook without a slug',
  ]);
  expect(changeText(none)).toBe('Leave channel ops');
});

it('writes values on one line', () => {
  expect([null, 'text', { gte: 3 }, false].map(valueText)).toEqual(['nothing', 'text', '{"gte":3}', 'false']);
});
