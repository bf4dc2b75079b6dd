import { describe, expect, test } from 'vitest';
import { unwrapForm } from '../../../core/notification/form-body.ts';

describe('a form around the JSON', () => {
  const json = { 'content-type': 'application/json' };
  const multipart = { 'content-type': 'multipart/form-data; boundary="b1"' };

  test('is taken off for GitHub', () => {
    expect(
      unwrapForm(
        { text: 'payload=%7B%22a%22%3A1%7D', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        { slack: false, preset: 'github' },
      ),
    ).toEqual({ text: '{"a":1}', headers: json });
  });

  test('is taken off for Uptime Kuma', () => {
    const text =
      '--b1\r\nContent-Disposition: form-data; name="x"\r\n\r\nno\r\n--b1\r\nContent-Disposition: form-data; name="data"\r\n\r\n{"a":1}\r\n--b1--\r\n';

    expect(unwrapForm({ text, headers: multipart }, { slack: false, preset: 'uptime-kuma' })).toEqual({
      text: '{"a":1}',
      headers: json,
    });
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

    expect(unwrapForm(sent, { slack: false, preset })).toBe(sent);
  });
});
