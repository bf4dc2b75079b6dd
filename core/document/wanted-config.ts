import type { ConfigurableKind } from '../channels/channel-kind.ts';
import { configValueAt, maskSecret, restoreSecrets } from '../channels/config-secrets.ts';
import { channelKinds } from '../channels/registry.ts';
import type { Channel } from '../directory/channel.ts';
import { isMoved, pathOf } from '../directory/moved-channel.ts';
import { isJsonObject, ownValue } from '../message/json-object.ts';
import type { Issue } from '../words/issue.ts';
import type { ChannelEntry } from './document.ts';
import { leftOut } from './entries.ts';
import { changeAt, isSecretReference, secretPlaces } from './secret-places.ts';

type Config = Readonly<Record<string, unknown>>;

/** Secrets by the names that a document gives them. */
export type Secrets = Readonly<Record<string, string>>;

/** A config of a document with its secrets in place. */
export interface WantedConfig {
  /** What an operator would send: all of it at creation, else a change of what is stored. */
  readonly sent: Record<string, unknown>;
  /** What the document calls its secrets, by their place in the config. */
  readonly secretNames: Readonly<Record<string, string>>;
  readonly issues: readonly Issue[];
}

const PLAIN = 'a secret is never in the document: write { secret: name }, and give it beside the document';

/** The config of an entry with each secret in place: the one that is given, else the one that is stored. */
export function wantedConfig({ kind, config = {} }: ChannelEntry, secrets: Secrets, stored?: Channel): WantedConfig {
  const facts = channelKinds[kind];
  const names = new Map<string, string>();
  const issues: Issue[] = [];
  const sent = changeAt(config, secretPlaces(facts), (value, keys) => {
    if (!isSecretReference(value)) {
      issues.push({ path: pathOf(keys), message: PLAIN });
      return value;
    }
    names.set(keys.join('.'), value.secret);
    const given = ownValue(secrets, value.secret);
    if (typeof given === 'string') return given;
    const kept = stored === undefined ? undefined : configValueAt(stored.config, keys);
    if (typeof kept === 'string') return maskSecret(kept);
    issues.push({ path: pathOf(keys), message: `the secret "${value.secret}" is not given, and none is stored` });
    return value;
  });
  const change = stored === undefined ? sent : changeOf(facts, stored.config, sent);
  return { sent: change, secretNames: Object.fromEntries(names), issues };
}

/** What turns the stored config into this one: `null` for each field that is left out. */
function changeOf(facts: ConfigurableKind, stored: Config, sent: Config): Record<string, unknown> {
  const shown = Object.fromEntries(Object.entries(stored).filter(([field]) => !facts.internal.includes(field)));
  // What the router made stays, but never at another server.
  const stays = isMoved(facts, stored, restoreSecrets(sent, stored, facts.secrets)) ? [] : leftOut(facts, sent);
  const change = withRemovals(shown, sent);
  return Object.fromEntries(Object.entries(change).filter(([field]) => !stays.includes(field)));
}

function withRemovals(before: Config, after: Config): Record<string, unknown> {
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const kept = Object.entries(after).map(([key, value]): [string, unknown] => {
    const known = ownValue(before, key);
    return [key, isJsonObject(known) && isJsonObject(value) ? withRemovals(known, value) : value];
  });
  return Object.fromEntries([...kept, ...removed.map((key): [string, null] => [key, null])]);
}
