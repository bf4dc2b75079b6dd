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
  // With what webhooks with a lifecycle, asks and the wire formats of other products need, which no other send loads.
  ingest: { initial: 450_000, all: 1_130_000 },
  answers: { initial: 325_000, all: 480_000 },
  // With the engine of channel templates, and clients of S3 and KMS for what most deliveries need.
  'deliver-http': { initial: 830_000, all: 1_130_000 },
  // And a client of Step Functions, which only ends of asks load that hold a task.
  'deliver-aws': { initial: 845_000, all: 1_270_000 },
  // Validates and describes the whole API, the wire formats of other products too, and renders every kind of channel.
  // Only documents in YAML load the reader of YAML.
  management: { initial: 1_760_000, all: 2_170_000 },
  // Reads declarations as the management API reads documents, and renders nothing.
  provider: { initial: 1_410_000, all: 1_800_000 },
  // Reads one secret and posts.
  'ask-task': { initial: 330_000, all: 450_000 },
  sweeper: { initial: 345_000, all: 665_000 },
  figures: { initial: 300_000, all: 470_000 },
  'email-events': { initial: 285_000, all: 440_000 },
} as const;

describe('bundle sizes', () => {
  it.each(Object.entries(LIMITS))('of %s stay within their limits', (name, limits) => {
    bundleFunction(name);

    const { initial, all } = sizesOf(readFileSync(join(META, `${name}.json`), 'utf8'));

    expect(initial).toBeLessThanOrEqual(limits.initial);
    expect(all).toBeLessThanOrEqual(limits.all);
  });
});
