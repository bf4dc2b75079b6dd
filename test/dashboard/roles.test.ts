import { expect, it } from 'vitest';
import { roles } from '../../core/directory/organization.ts';
import { roleOptions, toRole } from '../../dashboard/src/organization/roles.ts';

it('offers the roles that the router knows, the least first', () => {
  expect(roleOptions.map(({ value }) => value)).toEqual([...roles]);
});

it('says of each role what it may do, in words that no other has', () => {
  expect(new Set(roleOptions.map(({ description }) => description)).size).toBe(roles.length);
});

it('takes an unknown name for the least role, never for more', () => {
  expect(roles.map(toRole)).toEqual([...roles]);
  for (const name of ['', 'Owner', 'root', '__proto__']) expect(toRole(name)).toBe('member');
});
