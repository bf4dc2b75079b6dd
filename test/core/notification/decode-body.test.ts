import { describe, expect, it } from 'vitest';
import { bytesSent, decodeBody } from '../../../core/notification/decode-body.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('decodeBody', () => {
  it('reads UTF-8 when no charset is declared', () => {
    expect(decodeBody(utf8('Größe 😀'), undefined)).toBe('Größe 😀');
  });

  it.each(['text/plain; charset=iso-8859-1', 'text/plain;charset="ISO-8859-1"', 'text/plain; a=b; Charset = latin1'])(
    'honours the charset of %s',
    (contentType) => {
      expect(decodeBody(new Uint8Array([0x63, 0xe9]), contentType)).toBe('cé');
    },
  );

  it.each(['text/plain; charset=klingon', 'text/plain; charset=utf-7', 'text/plain; charset=', 'text/plain'])(
    'reads UTF-8 for %s',
    (contentType) => {
      expect(decodeBody(utf8('é'), contentType)).toBe('é');
    },
  );

  it('turns bytes that are not valid in the charset into U+FFFD', () => {
    expect(decodeBody(new Uint8Array([0x61, 0xff, 0x62]), 'application/json; charset=utf-8')).toBe('a\uFFFDb');
  });

  it('drops a byte-order mark and every NUL', () => {
    expect(decodeBody(utf8('\uFEFF\0{"a":\0"b\0"}'), undefined)).toBe('{"a":"b"}');
  });
});

describe('bytesSent', () => {
  it.each([
    ['bytes', utf8('Größe'), '3', 7],
    ['text by the length that was declared', 'Größe', '6', 6],
    ['text without a length as UTF-8', 'Größe', undefined, 7],
    ['text with a length that is none as UTF-8', 'Größe', '7 bytes', 7],
  ])('counts %s', (_, body, contentLength, size) => {
    expect(bytesSent(body, contentLength)).toBe(size);
  });
});
