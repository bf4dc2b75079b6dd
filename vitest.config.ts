import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const STACK = 'test/{integration,browser,chaos}/**/*.test.ts';
/** Minutes of work on purpose: `npm run test:endurance`, a part of `npm run test:all`. */
export const ENDURANCE = ['test/chaos/short.test.ts', 'test/live-stream/soak/soak.test.ts'];
/** Mostly sleep, the longest first: until a killed function's claim is over, a retry is due, figures are counted. */
const SLEEPERS = ['crash', 'asks', 'smoke', 'ask-crash', 'figures'].map((name) => `test/integration/${name}.test.ts`);
/** Seconds each, for what is endless, hostile or of every shape: `npm run test:fast` leaves them to `npm test`. */
const THOROUGH = [
  'test/adapters/oidc/issuer.test.ts',
  'test/contract/messages/message-reader.test.ts',
  'test/core/channels/editing.test.ts',
  'test/core/delivery/alert-edits.test.ts',
  'test/core/delivery/killed.test.ts',
  'test/core/document/round-trip.test.ts',
  'test/core/document/yaml.test.ts',
  'test/core/notification/dialects/hostile.test.ts',
  'test/core/notification/nesting.test.ts',
  'test/core/notification/presets/properties.test.ts',
  'test/core/notification/template-bombs.test.ts',
  'test/core/order.test.ts',
  'test/lambdas/management/config.test.ts',
  'test/lambdas/management/given-access.test.ts',
  'test/lambdas/management/isolation.test.ts',
  'test/lambdas/management/nesting.test.ts',
  'test/live-stream/embedded-engine.test.ts',
  'test/live-stream/soak.test.ts',
  'test/live-stream/streams.test.ts',
  'test/local/lambda/function-pool.test.ts',
];
/**
 * A test whose loop ran over nothing, or whose callback nobody called, has proven nothing: it fails. Not for tests that run
 * side by side, whose assertions cannot be told apart.
 */
const proving = { expect: { requireAssertions: true } };
/**
 * Files share what they import, so that each worker loads the CDK and the SDK once: half of the processor time. What a
 * file changes outside its own modules, such as `process.env`, it puts back.
 */
const sharing = { isolate: false };
const booting = { ...sharing, testTimeout: 60_000, hookTimeout: 180_000 };
const ASSETS = 'test/assets.ts';

const nameOf = ({ project, moduleId }: TestSpecification): string => relative(project.config.root, moduleId);
/** Files with a browser take longest: none of them begins when all others are done. */
const withBrowser = (file: TestSpecification): boolean => nameOf(file).startsWith('test/browser/');

/** Those that sleep spread over the others: their sleep costs nothing while others compute. */
function interspersed(files: readonly TestSpecification[]): TestSpecification[] {
  const others = files
    .filter((file) => !SLEEPERS.includes(nameOf(file)))
    .toSorted((a, b) => +withBrowser(b) - +withBrowser(a));
  const sleepers = SLEEPERS.flatMap((name) => files.find((file) => nameOf(file) === name) ?? []);
  // By the time the last one begins, enough is left to compute.
  const stride = Math.ceil(others.length / (sleepers.length + 1));
  return sleepers.reduce((order, sleeper, nth) => order.toSpliced(nth * (stride + 1), 0, sleeper), others);
}

/** A worker stays with one project, and what boots a stack comes after all that needs none. */
class StacksLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const byProject = Map.groupBy(sorted, ({ project }) => project.name);
    const stacks = byProject.get('stack') ?? [];
    byProject.delete('stack');
    return [...byProject.values(), interspersed(stacks)].flat();
  }
}

/**
 * `core`, `unit`, `thorough` and `infra` need no stack; `infra` synthesizes once and reads templates. `stack` boots the
 * real local stack.
 */
export default defineConfig({
  test: {
    // Two more than there are cores: a test with a stack waits half of its time.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: StacksLast },
    globalSetup: 'test/temporary-files.ts',
    projects: [
      { test: { name: 'thorough', include: THOROUGH, ...sharing, ...proving, testTimeout: 20_000 } },
      {
        test: {
          name: 'core',
          include: ['test/core/**/*.test.ts'],
          exclude: THOROUGH,
          ...sharing,
          ...proving,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['test/{adapters,cli,lambdas,live-stream,local,contract,dashboard}/**/*.test.ts'],
          exclude: [...THOROUGH, ...ENDURANCE],
          ...sharing,
          testTimeout: 20_000,
        },
      },
      { test: { name: 'infra', include: ['test/infra/**/*.test.ts'], globalSetup: ASSETS, ...proving, ...booting } },
      {
        test: {
          name: 'stack',
          globalSetup: [ASSETS, 'test/iam/decisions.ts'],
          include: [STACK],
          exclude: ENDURANCE,
          ...booting,
        },
      },
    ],
  },
});
