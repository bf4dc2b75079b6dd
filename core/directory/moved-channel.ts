import type { ConfigurableKind } from '../channels/channel-kind.ts';
import { mapSecrets, maskSecret, configValueAt } from '../channels/config-secrets.ts';
import type { Channel } from './channel.ts';
import type { Issue } from '../words/issue.ts';

type Config = Channel['config'];
type AddressFacts = Pick<ConfigurableKind, 'secrets' | 'urls'>;

/** A text of a config and the keys that lead to it. */
export interface PlacedText {
  readonly keys: readonly string[];
  readonly text: string;
}

/** The texts that stand at these paths of a config. */
export function configTextsAt(config: Config, paths: readonly string[]): PlacedText[] {
  const texts: PlacedText[] = [];
  mapSecrets(config, paths, (text, keys) => {
    texts.push({ keys, text });
    return text;
  });
  return texts;
}

/** Where a field stands in a request. */
export function pathOf(keys: readonly string[]): string {
  return ['config', ...keys].join('.');
}

/** Whether requests go to other servers after the change: an address has another origin, came to be, or went. */
export function isMoved({ urls }: Pick<AddressFacts, 'urls'>, before: Config, after: Config): boolean {
  return originsOf(before, urls) !== originsOf(after, urls);
}

function originsOf(config: Config, urls: readonly string[]): string {
  return JSON.stringify(configTextsAt(config, urls).map(({ keys, text }) => [keys, URL.parse(text)?.origin ?? text]));
}

interface ConfigMove {
  readonly before: Config;
  readonly after: Config;
  /** What was sent, masks and all. */
  readonly patch: Config;
}

/**
 * The secrets that a moved channel has kept. Whoever may set an address must not learn by it what others have stored, so
 * each has to be given again, as itself: not left out, and not as a mask.
 */
export function keptSecrets({ secrets }: Pick<AddressFacts, 'secrets'>, { before, after, patch }: ConfigMove): Issue[] {
  const message =
    'give this secret again, or null: an address of the channel has a new origin, and no stored secret goes there';
  return configTextsAt(after, secrets)
    .filter(({ keys }) => !isGiven(configValueAt(patch, keys), configValueAt(before, keys)))
    .map(({ keys }) => ({ path: pathOf(keys), message }));
}

function isGiven(sent: unknown, stored: unknown): boolean {
  if (typeof sent !== 'string') return false;
  return typeof stored !== 'string' || sent !== maskSecret(stored);
}
