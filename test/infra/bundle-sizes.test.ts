import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sizesOf } from '../../bench/cold/bundle-sizes.ts';
import { bundleFunction } from '../../lib/bundling.ts';

const META = join(import.meta.dirname, '../../dist/meta/lambdas');

/**
 * Bytes of code, minified: what is loaded before the handler is called, and all files. Ingest's are promises of
 * `docs/performance.md`, as every send of a burst may meet a cold start. The others are what they were, and a tenth: no
 * dependency grows in unseen. Whoever raises one says why here.
 */
const LIMITS = {
  // All files: with what webhooks with a lifecycle, asks and the wire formats of other products need, and the SDK's
  // client of S3 for large bodies. No other send loads them.
  ingest: { initial: 125_000, all: 1_100_000 },
  answers: { initial: 68_000, all: 447_000 },
  // With the engine of channel templates, and clients of S3 and KMS for what most deliveries need.
  'deliver-http': { initial: 811_000, all: 948_000 },
  // And a client of Step Functions, which only ends of asks load that hold a task.
  'deliver-aws': { initial: 810_000, all: 1_270_000 },
  // Validates and describes the whole API, the wire formats of other products too, and renders every kind of channel.
  // Only documents in YAML load the reader of YAML.
  management: { initial: 1_760_000, all: 2_168_000 },
  // Reads declarations as the management API reads documents, and renders nothing.
  provider: { initial: 1_313_000, all: 1_531_000 },
  // Reads one secret and posts.
  'ask-task': { initial: 311_000, all: 450_000 },
  // What these three do not load are the SDK's sources of credentials: a function has its own in its environment.
  sweeper: { initial: 96_000, all: 440_000 },
  figures: { initial: 60_000, all: 404_000 },
  'email-events': { initial: 52_000, all: 396_000 },
} as const;

describe('bundle sizes', () => {
  it.each(Object.entries(LIMITS))('of %s stay within their limits', (name, limits) => {
    bundleFunction(name);

    const { initial, all } = sizesOf(readFileSync(join(META, `${name}.json`), 'utf8'));

    expect(initial).toBeLessThanOrEqual(limits.initial);
    expect(all).toBeLessThanOrEqual(limits.all);
  });
});
