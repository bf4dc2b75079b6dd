import { describe, expect, test } from 'vitest';
import type { Notification } from '../../../../core/message/notification.ts';
import * as presets from '../../../../core/notification/presets/apply-preset.ts';
import type { PresetReading } from '../../../../core/notification/presets/preset.ts';
import { readBody, readText, withFields } from '../reading.ts';

const applyPreset = async (sent: Parameters<typeof presets.applyPreset>[0]) =>
  withFields(await presets.applyPreset(sent));
const applyReading = (guessed: Notification, reading: PresetReading, preset: string) =>
  withFields(presets.applyReading(guessed, reading, preset));

describe('a preset over a guessed notification', () => {
  const guessed = readBody({ data: { subject: 'Guessed', text: 'guessed text' }, priority: 2, tags: ['own'] });

  test('wins with each field it gives and leaves the others', () => {
    const read = applyReading(guessed, { title: 'Read', tags: ['a', undefined, 'a'] }, 'x');

    expect(read).toMatchObject({
      title: 'Read',
      message: 'guessed text',
      priority: 2,
      tags: ['a'],
      payload: guessed.payload,
    });
    expect(read.notes).toEqual(['title ← preset x', 'message ← data.text']);
  });

  test('takes the place of what was noted on the fields it gives, and notes what it cut', () => {
    const sent = readBody({ title: 'x'.repeat(300), message: 'y'.repeat(5000), priority: 'high', tags: 5 });

    const kept = applyReading(sent, { tags: [] }, 'x');
    const given = applyReading(
      sent,
      { title: 't', message: 'z'.repeat(4001), priority: 2, tags: [undefined, 'a'] },
      'x',
    );
    const cut = applyReading(sent, { title: 'x'.repeat(201), tags: ['x'.repeat(16_385)] }, 'x');

    expect(kept.notes).toEqual([
      'title cut to 200 characters',
      'message cut to 4,000 characters',
      'priority ignored: not a number',
    ]);
    expect(given.notes).toEqual(['title ← preset x', 'message ← preset x', 'message cut to 4,000 characters']);
    expect(cut.notes).toEqual([
      'title ← preset x',
      'message cut to 4,000 characters',
      'priority ignored: not a number',
      'title cut to 200 characters',
      'tags cut to 16,384 characters',
    ]);
  });

  test('keeps the limits of every notification', () => {
    const read = applyReading(
      guessed,
      { title: 'x'.repeat(300), message: '\0y'.repeat(5000), priority: 9, tags: [] },
      'x',
    );

    expect(read.title).toHaveLength(200);
    expect(read.message).toBe('y'.repeat(4000));
    expect(read.priority).toBe(5);
  });

  test('leaves the guess where it gives blank text', () => {
    expect(applyReading(guessed, { title: ' ', message: '', tags: [] }, 'x')).toMatchObject({
      title: 'Guessed',
      message: 'guessed text',
    });
  });

  test('leaves all to guessing, with a note, when the body is not of its sender', async () => {
    const read = await applyPreset({ preset: 'gitlab', notification: guessed, headers: {} });

    expect(read).toEqual({
      ...guessed,
      notes: [...guessed.notes, 'preset gitlab: the body is not what its sender sends; fields were guessed'],
    });
  });

  test('leaves all to guessing, with a note, when its name is not known any more', async () => {
    const read = await applyPreset({ preset: 'gone', notification: guessed, headers: {} });

    expect(read.notes).toContain('preset gone is not known; fields were guessed');
  });

  test('leaves plain text alone', async () => {
    const read = await applyPreset({
      preset: 'github',
      notification: readText('hi'),
      headers: { 'x-github-event': 'push' },
    });

    expect(read).toMatchObject({ message: 'hi', format: 'text' });
    expect(read.notes).toHaveLength(1);
  });

  test('loses nothing when it fails', async () => {
    const payload = Object.defineProperty({}, 'type', {
      enumerable: true,
      get: () => {
        throw new Error('broken');
      },
    });

    const read = await applyPreset({ preset: 'codex', notification: { ...guessed, payload }, headers: {} });

    expect(read).toMatchObject({ title: 'Guessed', message: 'guessed text' });
    expect(read.notes).toContain('preset codex failed; fields were guessed');
  });

  test('is no step of reading on a webhook without one', async () => {
    expect(presets.presetStep(undefined)).toBeUndefined();
    expect((await presets.presetStep('codex')?.(readBody({ type: 'agent-turn-complete' }), {}))?.content.title).toBe(
      'task finished',
    );
  });
});
