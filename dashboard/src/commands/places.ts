import type { Role } from '../api/types.ts';

/** A page that can be gone to from everywhere. */
export interface Place {
  readonly text: string;
  /** Below the organization. */
  readonly path: string;
  /** What is pressed after `g`. */
  readonly key?: string;
  readonly least: Role;
}

export const places: readonly Place[] = [
  { text: 'Overview', path: '', key: 'o', least: 'member' },
  { text: 'Alerts', path: 'alerts', key: 'e', least: 'member' },
  { text: 'Messages', path: 'messages', key: 'm', least: 'member' },
  { text: 'Asks', path: 'asks', key: 'k', least: 'member' },
  { text: 'Live', path: 'live', key: 'l', least: 'member' },
  { text: 'Webhooks', path: 'webhooks', key: 'w', least: 'member' },
  { text: 'Channels', path: 'channels', key: 'c', least: 'member' },
  { text: 'First steps', path: 'start', key: 'f', least: 'admin' },
  { text: 'Members', path: 'members', key: 'u', least: 'member' },
  { text: 'Tokens', path: 'tokens', key: 't', least: 'owner' },
  { text: 'Audit log', path: 'audit', key: 'a', least: 'member' },
  { text: 'As code', path: 'config', least: 'admin' },
  { text: 'Settings', path: 'settings', key: 's', least: 'member' },
  { text: 'Create webhook', path: 'webhooks/create', least: 'admin' },
  { text: 'Create channel', path: 'channels/create', least: 'admin' },
];
