import { describe, expect, test } from 'vitest';
import { applyPreset, applyReading, presetStep } from '../../../../core/notification/presets/apply-preset.ts';
import { unwrapForm } from '../../../../core/notification/presets/form-body.ts';
import { readBody, readText } from '../reading.ts';

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
    expect(presetStep(undefined)).toBeUndefined();
    expect((await presetStep('codex')?.(readBody({ type: 'agent-turn-complete' }), {}))?.title).toBe('task finished');
  });
});

describe('a form around the JSON', () => {
  const json = { 'content-type': 'application/json' };
  const multipart = { 'content-type': 'multipart/form-data; boundary="b1"' };

  test('is taken off for GitHub', () => {
    expect(
      unwrapForm(
        { text: 'payload=%7B%22a%22%3A1%7D', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        'github',
      ),
    ).toEqual({ text: '{"a":1}', headers: json });
  });

  test('is taken off for Uptime Kuma', () => {
    const text =
      '--b1\r\nContent-Disposition: form-data; name="x"\r\n\r\nno\r\n--b1\r\nContent-Disposition: form-data; name="data"\r\n\r\n{"a":1}\r\n--b1--\r\n';

    expect(unwrapForm({ text, headers: multipart }, 'uptime-kuma')).toEqual({ text: '{"a":1}', headers: json });
  });

  test.each([
    ['another preset', 'payload=%7B%7D', {}, 'gitlab'],
    ['no preset', 'payload=%7B%7D', {}, undefined],
    ['JSON', '{"payload":1}', json, 'github'],
    [
      'a multipart body without that field',
      '--b1\r\nContent-Disposition: form-data; name="x"\r\n\r\nno\r\n--b1--',
      multipart,
      'uptime-kuma',
    ],
    ['a multipart body whose part has no end of its head', '--b1\r\nname="data"', multipart, 'uptime-kuma'],
    ['a multipart body without a boundary', '--b1', { 'content-type': 'multipart/form-data' }, 'uptime-kuma'],
  ])('stays for %s', (_, text, headers, preset) => {
    const sent = { text, headers };

    expect(unwrapForm(sent, preset)).toBe(sent);
  });
});
