import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Accounts } from '../../../local/oidc/accounts.ts';

const folder = mkdtempSync(join(tmpdir(), 'accounts-'));
const file = join(folder, 'accounts.sqlite');
afterAll(() => rmSync(folder, { recursive: true }));

describe('accounts of people who were invited', () => {
  it('are known by address and password, over restarts', () => {
    const before = new Accounts(file);
    const password = before.create('Ana@example.com') ?? '';
    before.close();
    const accounts = new Accounts(file);

    const subject = accounts.check('ana@example.com', password);

    expect(subject).toMatch(/^[0-9a-f-]{36}$/);
    expect(accounts.emailOf(subject ?? '')).toBe('Ana@example.com');
    expect([accounts.check('ana@example.com', `${password}x`), accounts.check('bob@example.com', password)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(accounts.create('ana@example.com')).toBeUndefined();
    expect(accounts.emailOf('owner')).toBeUndefined();
    accounts.close();
  });
});
