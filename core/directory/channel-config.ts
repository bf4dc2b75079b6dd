import type { ConfigurableKind, Prepared } from '../channels/channel-kind.ts';
import { maskSecret, mapSecrets, restoreSecrets } from '../channels/config-secrets.ts';
import type { ChannelKind } from '../channels/kinds.ts';
import { channelKinds } from '../channels/registry.ts';
import type { Channel } from './channel.ts';
import type { Generators } from './generators.ts';
import { mergeObjects } from './merge-patch.ts';
import { isMoved, keptSecrets, pathOf, configTextsAt } from './moved-channel.ts';
import { done, type Checked } from './change-result.ts';
import { ownAddressRefusal } from './own-address.ts';
import type { Issue } from '../words/issue.ts';
import { issuesOf } from '../words/issues-of.ts';
import { schemaWords } from '../words/schema-words.ts';
import { unstorableNumbers } from './storable.ts';

type Config = Channel['config'];
export type PreparedConfig = Prepared<Config>;

interface ConfigSave {
  readonly kind: ChannelKind;
  /** The whole config as an operator means it. */
  readonly sent: unknown;
  /** What is stored now; absent at creation. */
  readonly previous?: Config;
}

/** What saving a config needs. `refusalOf` says why an address must not be called; absent: it may. */
export interface ConfigPorts extends Pick<Generators, 'now' | 'randomBytes'> {
  readonly refusalOf: (url: string) => string | undefined;
  /** The router's own address, which only channels of kind `webhook` may send to. */
  readonly publicBaseUrl: string;
  /** Says why a queue, topic or bus must not be named; absent: it may. */
  readonly destinationRefusalOf: (name: string) => string | undefined;
}

const MASK_START = maskSecret('');

/** Far more than any kind needs, and far less than an item may hold. */
const MAX_CONFIG_BYTES = 64 * 1024;

/** Checks a config as its kind says and turns it into what is stored, making the secrets it lacks. */
export function prepareConfig(ports: ConfigPorts, save: ConfigSave): Checked<PreparedConfig> {
  const { kind, sent, previous } = save;
  const facts = channelKinds[kind];
  const parsed = facts.config.safeParse(sent, { error: schemaWords });
  const issues = parsed.success ? savedIssues(parsed.data, facts, ports) : issuesOf(parsed.error.issues, ['config']);
  if (issues.length > 0) return { kind: 'invalid', issues };
  const prepared = facts.prepare(parsed.data, {
    ...(previous === undefined ? {} : { previous }),
    now: ports.now(),
    randomBytes: ports.randomBytes,
  });
  return done(prepared);
}

/**
 * Merges a change into the stored config of a channel. A masked secret that comes back keeps the stored one, unless the
 * channel moves to another server: then it begins anew there, with secrets of its own.
 */
export function patchConfig(
  ports: ConfigPorts,
  channel: Channel,
  patch: Record<string, unknown>,
): Checked<PreparedConfig> {
  const { kind, config: before } = channel;
  const facts = channelKinds[kind];
  const sent = mergeObjects(withoutFields(before, facts.internal), restoreSecrets(patch, before, facts.secrets));
  if (!isMoved(facts, before, sent)) return prepareConfig(ports, { kind, sent, previous: before });
  const prepared = prepareConfig(ports, { kind, sent });
  const issues = keptSecrets(facts, { before, after: sent, patch });
  return prepared.kind === 'done' && issues.length > 0 ? { kind: 'invalid', issues } : prepared;
}

/** The config of a channel as operators see it: secrets masked, but for those `issued` by the change just made. */
export function shownConfig(channel: Channel, issued: readonly string[] = []): Record<string, unknown> {
  const { secrets, internal } = channelKinds[channel.kind];
  const hidden = secrets.filter((path) => !issued.includes(path));
  return mapSecrets(withoutFields(channel.config, internal), hidden, (secret) => maskSecret(secret));
}

function withoutFields(config: Config, fields: readonly string[]): Config {
  return Object.fromEntries(Object.entries(config).filter(([key]) => !fields.includes(key)));
}

/** What a kind's schema cannot know: masks of other secrets, forbidden addresses, numbers that cannot be stored. */
function savedIssues(
  config: Config,
  {
    mayForward,
    secrets,
    urls,
    destinations,
  }: Pick<ConfigurableKind, 'mayForward' | 'secrets' | 'urls' | 'destinations'>,
  { refusalOf, publicBaseUrl, destinationRefusalOf }: Omit<ConfigPorts, 'now' | 'randomBytes'>,
): Issue[] {
  const issues = unstorableNumbers(config, 'config');
  if (JSON.stringify(config).length > MAX_CONFIG_BYTES) {
    issues.push({ path: 'config', message: `larger than ${MAX_CONFIG_BYTES} characters of JSON` });
  }
  const masked = configTextsAt(config, secrets).filter(({ text }) => text.startsWith(MASK_START));
  const message = 'this is the mask of another secret; send the secret itself';
  issues.push(...masked.map(({ keys }) => ({ path: pathOf(keys), message })));
  for (const { keys, text } of configTextsAt(config, urls)) {
    const refusal = refusalOf(text) ?? (mayForward ? undefined : ownAddressRefusal(text, publicBaseUrl));
    if (refusal !== undefined) issues.push({ path: pathOf(keys), message: refusal });
  }
  for (const { keys, text } of configTextsAt(config, destinations)) {
    const refusal = destinationRefusalOf(text);
    if (refusal !== undefined) issues.push({ path: pathOf(keys), message: refusal });
  }
  return issues;
}
