import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { inCurl, inShell } from '../../../core/delivery/shell-words.ts';

const echoed = async (word: string) => (await promisify(execFile)('/bin/sh', ['-c', `printf %s ${word}`])).stdout;

describe('a word of a shell', () => {
  it.each(["it's", '$(rm -rf /)', '`id`', '"; echo x', 'a\nb', String.raw`\n \ '`, '😀', ''])(
    'is what it was: %j',
    async (text) => {
      expect(await echoed(inShell(text))).toBe(text);
    },
  );
});

describe('a request as a command', () => {
  it('names its method, address, headers and body', () => {
    expect(inCurl({ method: 'POST', url: 'https://x/', headers: { a: 'b' }, body: "it's" })).toBe(
      String.raw`curl -X POST 'https://x/' \
  -H 'a: b' \
  --data-raw 'it'\''s'`,
    );
    expect(inCurl({ method: 'GET', url: 'https://x/', headers: {}, body: '' })).toBe("curl -X GET 'https://x/'");
  });
});
