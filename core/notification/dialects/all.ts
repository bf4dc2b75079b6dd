import { alertmanager } from './alertmanager.ts';
import { apprise } from './apprise.ts';
import type { DialectName } from './dialect-names.ts';
import type { Dialect } from './dialect.ts';
import { discord } from './discord.ts';
import { gotify } from './gotify.ts';
import { ntfy } from './ntfy.ts';
import { opsgenie } from './opsgenie.ts';
import { pagerduty } from './pagerduty.ts';
import { teams } from './teams.ts';

/** Every dialect at once, for whoever describes them. Who speaks one loads it from the registry. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  ntfy,
  gotify,
  apprise,
  pagerduty,
  opsgenie,
  alertmanager,
  discord,
  teams,
};
