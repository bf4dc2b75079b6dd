/** The files of `docs/` that say more about what the dashboard shows; those about operating the router stay outside. */
export const HELP_PAGES = [
  'api',
  'as-code',
  'dashboard',
  'delivery',
  'email',
  'glossary',
  'limits',
  'live-stream',
  'oidc',
  'secrets',
  'senders',
  'templates',
] as const;

/** A page of the documentation, perhaps one section of it. Kinds of channels have pages of their own. */
export type HelpPage = (typeof HELP_PAGES)[number] | `${(typeof HELP_PAGES)[number]}#${string}` | `channels/${string}`;
