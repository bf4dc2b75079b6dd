/** The products whose wire formats have an address of their own, `/n/{publicId}/<name>`. Data alone: it loads none. */
export const dialectNames = [
  'ntfy',
  'gotify',
  'apprise',
  'pagerduty',
  'opsgenie',
  'alertmanager',
  'discord',
  'teams',
] as const;

export type DialectName = (typeof dialectNames)[number];

/** Whether `name` is such a product. */
export function isDialectName(name: string): name is DialectName {
  return dialectNames.some((known) => known === name);
}
