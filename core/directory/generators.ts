/** Where a use case takes time and randomness from, so that tests decide both. */
export interface Generators {
  /** Epoch milliseconds. */
  now(): number;
  /** A ULID for the current time. */
  newUlid(): string;
  /** 21 random characters of `A-Za-z0-9_-`: a public id or a stream id. */
  newPublicId(): string;
  /** 64 random hexadecimal characters: the secret part of a key or token. */
  newSecretHex(): string;
  /** Cryptographically strong. */
  readonly randomBytes: (count: number) => Uint8Array;
}

/** The ISO 8601 UTC text of `generators.now()`. */
export function timestamp(generators: Pick<Generators, 'now'>): string {
  return new Date(generators.now()).toISOString();
}
