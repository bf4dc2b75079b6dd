import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { givenSecrets, namesIn, variableOf } from '../../../cli/commands/config-secrets.ts';
import { surroundingsOf } from '../../../cli/terminal/surroundings.ts';

const DOCUMENT = `
version: 1
channels:
  ops: { kind: slack, config: { botToken: { secret: ops-token }, channel: C1 } }
  hook: { kind: webhook, config: { url: 'https://a.example', headers: { Authorization: { secret: hook auth } } } }
`;

const given = async (env: Record<string, string>, document = DOCUMENT, options = {}) =>
  givenSecrets({ ...surroundingsOf(), env }, document, options);

function file(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'secrets-')), 'secrets.yaml');
  writeFileSync(path, text);
  return path;
}

describe('the secrets of a document', () => {
  it('are named in the places where secrets stand', () => {
    expect(namesIn(DOCUMENT)).toEqual(['ops-token', 'hook auth']);
  });

  it.each(['', 'version: [', '"text"', '{"secret":{"secret":1}}'])(
    'are none in %j, which the router refuses',
    (text) => {
      expect(namesIn(text)).toEqual([]);
    },
  );

  it('come from the environment, and those that nobody gives are left out', async () => {
    expect(variableOf('ops-token')).toBe('NOTIFY_SECRET_OPS_TOKEN');
    expect(await given({ NOTIFY_SECRET_OPS_TOKEN: 'a', NOTIFY_SECRET_OTHER: 'b' })).toEqual({ 'ops-token': 'a' });
  });

  it('come from a file, which wins', async () => {
    const secrets = file('ops-token: from-file\nunused: x\n');

    expect(await given({ NOTIFY_SECRET_OPS_TOKEN: 'a', NOTIFY_SECRET_HOOK_AUTH: 'b' }, DOCUMENT, { secrets })).toEqual({
      'ops-token': 'from-file',
      unused: 'x',
      'hook auth': 'b',
    });
  });

  it('are refused when one variable could be two of them', async () => {
    const document = '{"a":{"secret":"one-two"},"b":{"secret":"one_two"}}';

    await expect(given({ NOTIFY_SECRET_ONE_TWO: 'x' }, document)).rejects.toThrow(
      'NOTIFY_SECRET_ONE_TWO could be "one-two" or "one_two"',
    );
    expect(await given({}, document)).toEqual({});
  });

  it('never show what a wrong file holds', async () => {
    const secrets = file('- s3cret\n');

    await expect(given({}, DOCUMENT, { secrets })).rejects.toThrow(/^(?!.*s3cret).* must have lines such as/);
    await expect(given({}, DOCUMENT, { secrets: '/nowhere' })).rejects.toThrow('cannot read /nowhere (ENOENT)');
  });

  it('are asked for at a terminal only', async () => {
    await expect(given({}, DOCUMENT, { askSecrets: true })).rejects.toThrow('nobody can be asked here');
  });
});
