import { describe, expect, it } from 'vitest';
import { presetNames } from '../../../../core/notification/presets/preset-names.ts';
import { presetStep } from '../../../../core/notification/presets/apply-preset.ts';
import { sampleFor } from '../../../../core/notification/presets/samples.ts';
import { readNotificationWith } from '../../../../core/notification/read-notification-with.ts';

async function read(preset: (typeof presetNames)[number] | undefined) {
  const { headers, body } = sampleFor(preset);
  const request = { text: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
  const result = await readNotificationWith(request, { applyPreset: presetStep(preset) });
  if (result.kind !== 'notification') throw new Error('The sample is no notification.');
  return result.notification;
}

describe('the sample of a preset', () => {
  it.each(presetNames)('is what %s reads', async (preset) => {
    const { content, notes } = await read(preset);

    expect(notes.join()).not.toMatch(/is not what its sender sends|failed|cut/);
    expect(notes.join()).toContain(`preset ${preset}`);
    expect(content.title).toBeTruthy();
    expect(content.message).not.toMatch(/^\{/);
  });

  it('of a webhook without one needs no guessing', async () => {
    const { content, notes } = await read(undefined);

    expect(content).toMatchObject({ title: 'Test notification', priority: 3, tags: ['test'] });
    expect(notes).toEqual([]);
  });
});
