import { expect, it } from 'vitest';
import { presetNames } from '../../core/notification/presets/preset-names.ts';
import { presetOptions, senderOf, toPreset } from '../../dashboard/src/webhooks/presets.ts';

it('offers every preset of the router once, after any sender', () => {
  const [first, ...others] = presetOptions.map(({ value }) => value);

  expect(first).toBe('');
  expect(others.toSorted()).toEqual([...presetNames].toSorted());
});

it('calls each sender by a name of its own', () => {
  const names = presetNames.map(senderOf);

  expect(new Set(names).size).toBe(presetNames.length);
  expect([senderOf(null), senderOf(undefined)]).toEqual(['Any sender', 'Any sender']);
});

it('takes no name for a preset that is none', () => {
  expect(presetNames.map(toPreset)).toEqual([...presetNames]);
  for (const name of ['', 'GitHub', 'constructor', undefined]) expect(toPreset(name)).toBeUndefined();
});
