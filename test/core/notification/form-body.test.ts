import { describe, expect, test } from 'vitest';
import { formFieldOf, unwrapForm } from '../../../core/notification/form-body.ts';

describe('a form around the JSON', () => {
  const json = { 'content-type': 'application/json' };
  const multipart = { 'content-type': 'multipart/form-data; boundary="b1"' };

  test('is taken off where it is URL-encoded', () => {
    expect(
      unwrapForm(
        { text: 'payload=%7B%22a%22%3A1%7D', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        'payload',
      ),
    ).toEqual({ text: '{"a":1}', headers: json });
  });

  test('is taken off where it has parts', () => {
    const text =
      '--b1\r\nContent-Disposition: form-data; name="x"\r\n\r\nno\r\n--b1\r\nContent-Disposition: form-data; name="data"\r\n\r\n{"a":1}\r\n--b1--\r\n';

    expect(unwrapForm({ text, headers: multipart }, 'data')).toEqual({
      text: '{"a":1}',
      headers: json,
    });
  });

  test.each([
    ['another field', 'payload=%7B%7D', {}, 'data'],
    ['no field', 'payload=%7B%7D', {}, undefined],
    ['JSON', '{"payload":1}', json, 'payload'],
    [
      'a multipart body without that field',
      '--b1\r\nContent-Disposition: form-data; name="x"\r\n\r\nno\r\n--b1--',
      multipart,
      'data',
    ],
    ['a multipart body whose part has no end of its head', '--b1\r\nname="data"', multipart, 'data'],
    ['a multipart body without a boundary', '--b1', { 'content-type': 'multipart/form-data' }, 'data'],
  ])('stays for %s', (_, text, headers, field) => {
    const sent = { text, headers };

    expect(unwrapForm(sent, field)).toBe(sent);
  });
});

describe('the field of a form that JSON may stand in', () => {
  test.each([
    ['the alias for Slack-compatible senders', { slack: true }, 'payload'],
    ['that alias, whatever the preset', { slack: true, preset: 'uptime-kuma' }, 'payload'],
    ['GitHub', { slack: false, preset: 'github' }, 'payload'],
    ['Uptime Kuma', { slack: false, preset: 'uptime-kuma' }, 'data'],
    ['a sender that sends no forms', { slack: false, preset: 'gitlab' }, undefined],
    ['a preset that is not known', { slack: false, preset: 'dropped' }, undefined],
    ['no preset', { slack: false }, undefined],
  ])('is known for %s', async (_, wrapping, field) => {
    expect(await formFieldOf(wrapping)).toBe(field);
  });
});
