import type { DialectName } from './dialect-names.ts';
import type { Dialect } from './dialect.ts';

/** Loads each dialect on its own, so that a send pays for the one it speaks and no other. */
const loaders: Readonly<Record<DialectName, () => Promise<Dialect>>> = {
  ntfy: async () => (await import('./ntfy.ts')).ntfy,
  gotify: async () => (await import('./gotify.ts')).gotify,
  apprise: async () => (await import('./apprise.ts')).apprise,
  pagerduty: async () => (await import('./pagerduty.ts')).pagerduty,
  opsgenie: async () => (await import('./opsgenie.ts')).opsgenie,
  alertmanager: async () => (await import('./alertmanager.ts')).alertmanager,
  discord: async () => (await import('./discord.ts')).discord,
  teams: async () => (await import('./teams.ts')).teams,
};

/** The dialect of that name. */
export async function loadDialect(name: DialectName): Promise<Dialect> {
  return loaders[name]();
}
