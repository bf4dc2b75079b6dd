import type { Role } from '../api/types.ts';

/** What each role may do, in words. */
export const roleOptions: { readonly value: Role; readonly label: string; readonly description: string }[] = [
  { value: 'member', label: 'Member', description: 'Sees everything but tokens, changes nothing.' },
  { value: 'admin', label: 'Admin', description: 'Also changes webhooks, channels and links; retries and replays.' },
  { value: 'owner', label: 'Owner', description: 'Also changes members, tokens, the plan and the organization.' },
];

/** What a role is called on screen. */
export const roleName = (role: Role): string => roleOptions.find(({ value }) => value === role)?.label ?? role;

/** The role of that name; the least one for an unknown name. */
export function toRole(name: string): Role {
  return roleOptions.find(({ value }) => value === name)?.value ?? 'member';
}
