import { expect, it } from 'vitest';
import { presetNames } from '../../core/notification/presets/preset-names.ts';
import { loadPreset } from '../../core/notification/presets/registry.ts';
import { presetOptions, reportsAlerts, senderOf, toPreset } from '../../dashboard/src/webhooks/presets.ts';

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

it('groups into alerts, unless somebody says otherwise, what only senders of alerts send, all of whom say what about', async () => {
  const alerting = presetNames.filter((name) => reportsAlerts(name));
  const presets = await Promise.all(alerting.map(loadPreset));

  expect(alerting).toEqual(
    expect.arrayContaining(['grafana', 'alertmanager', 'sentry', 'uptime-kuma', 'aws-cloudwatch']),
  );
  for (const { identity } of presets) expect(identity).toBeDefined();
  expect([reportsAlerts(null), reportsAlerts(undefined), reportsAlerts('github')]).toEqual([false, false, false]);
});
