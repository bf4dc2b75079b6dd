import type { Channel } from '../directory/channel.ts';

interface PlacedSecret {
  readonly channel: Channel;
  readonly slug: string;
  readonly secret: string;
  /** Where it stands in the config. */
  readonly keys: readonly string[];
}

/** The names that a document gives to secrets. */
export interface SecretNames {
  /** The name of a secret: the one that a document gave it, or one made from its place. */
  nameOf(secret: PlacedSecret): string;
  /** All names so far, in order. */
  all(): string[];
}

/** Names secrets so that no two different secrets of one document have the same name. */
export function createSecretNames(): SecretNames {
  const secrets = new Map<string, string>();
  const isFree = (name: string, secret: string) => !secrets.has(name) || secrets.get(name) === secret;
  return {
    nameOf({ channel, slug, secret, keys }) {
      const wanted = channel.secretNames?.[keys.join('.')] ?? `${slug}-${wordsOf(keys)}`;
      let name = wanted;
      for (let number = 2; !isFree(name, secret); number += 1) name = `${wanted}-${number}`;
      secrets.set(name, secret);
      return name;
    },
    all: () => [...secrets.keys()].sort(),
  };
}

/** `botToken` as `bot-token`. */
function wordsOf(keys: readonly string[]): string {
  const words = keys.map((key) => key.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase());
  return words.join('-').replaceAll(/[^a-z0-9]+/g, '-');
}
