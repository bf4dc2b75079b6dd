import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFunction } from '../lib/bundling.ts';
import { startForBench } from './start.ts';
import { bytesByPackage, sizesOf } from './cold/bundle-sizes.ts';
import { loadedBytes } from './cold/loaded-bytes.ts';
import { ingestSubjects } from './ingest.ts';
import { alternate, type Figures, startInstance, type Subject } from './instances.ts';
import { median, ratio } from './ratio.ts';
import type { Report, Table } from './report.ts';

const ROUNDS = 31;
const FUNCTIONS = ['ingest', 'deliver-http', 'deliver-aws', 'management', 'sweeper', 'figures', 'email-events'];
const PACKAGES_SHOWN = 12;

/**
 * A fresh instance: import plus first call of ingest against a bare bundle of the same SDK clients, and what functions
 * weigh. The bare one is the yardstick of the `ingest` part: same calls, nothing else.
 */
export async function run(): Promise<Report> {
  const stack = await startForBench();
  try {
    const { ours, bare, event } = await ingestSubjects(stack);
    const first = async (subject: Subject) => coldStart(subject, event);
    // The files are in the system's cache afterwards, for both.
    await first(ours);
    await first(bare);
    const pairs = await alternate(ROUNDS, { ours: () => first(ours), bare: () => first(bare) });
    const loaded = await loadedBytes(ours, event);
    return {
      ratios: [
        ratio(
          'cold: ingest, import plus first call against a bare bundle',
          pairs.map(({ ours: a, bare: b }) => a.ms / b.ms),
          {
            atMost: 0.85,
          },
        ),
        ratio(
          'cold: its CPU against a bare bundle',
          pairs.map(({ ours: a, bare: b }) => a.cpuMs / b.cpuMs),
        ),
      ],
      tables: [
        {
          title: 'A fresh instance of ingest (medians)',
          columns: ['', 'ours', 'bare'],
          rows: [
            [
              'import plus first call, ms',
              median(pairs.map(({ ours: a }) => a.ms)),
              median(pairs.map(({ bare: b }) => b.ms)),
            ],
            ['bytes of code loaded by a small send', loaded, await loadedBytes(bare, event)],
          ],
        },
        sizes(),
        packages('ingest'),
        packages('deliver-http'),
      ],
    };
  } finally {
    await stack.stop();
  }
}

/** Import plus first invocation in a fresh process, without the runtime's own start. */
async function coldStart(subject: Subject, event: object): Promise<Figures> {
  const instance = await startInstance(subject);
  const { ms, cpuMs } = await instance.invoke([event]);
  instance.stop();
  return { ms: instance.importMs + ms, cpuMs: instance.importCpuMs + cpuMs };
}

function sizes(): Table {
  return {
    title: 'Bundles, bytes',
    columns: ['function', 'loaded with the handler', 'all files'],
    rows: FUNCTIONS.map((name) => {
      bundleFunction(name);
      const { initial, all } = sizesOf(metafileOf(name));
      return [name, initial, all];
    }),
  };
}

function packages(name: string): Table {
  const rows = bytesByPackage(metafileOf(name)).slice(0, PACKAGES_SHOWN);
  return { title: `Bytes loaded with the handler of ${name}, by package`, columns: ['package', 'bytes'], rows };
}

const metafileOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../dist/meta/lambdas', `${name}.json`), 'utf8');
