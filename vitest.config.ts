import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const STACK = 'test/{integration,browser,chaos}/**/*.test.ts';
/** Mostly sleep: until a killed function's claim is over, a retry is due, figures are counted, a minute is over. */
const SLEEPERS = [
  'test/integration/crash.test.ts',
  'test/integration/figures.test.ts',
  'test/integration/smoke.test.ts',
  'test/live-stream/soak/soak.test.ts',
];
/**
 * A test whose loop ran over nothing, or whose callback nobody called, has proven nothing: it fails. Not for tests that run
 * side by side, whose assertions cannot be told apart.
 */
const proving = { expect: { requireAssertions: true } };
const booting = { testTimeout: 60_000, hookTimeout: 180_000 };

const isSleeper = ({ project }: TestSpecification): boolean => project.name === 'sleeper';

/** What sleeps starts first: then its sleep costs nothing. */
class SleeperFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSleeper), ...sorted.filter((file) => !isSleeper(file))];
  }
}

/**
 * `core` is pure, so its files share what they import: a quarter of the time. `unit` is parallel. `infra` synthesizes
 * once and reads templates. `stack` boots the real local stack, two files at a time, after all others: one waits while
 * the other computes.
 */
export default defineConfig({
  test: {
    // One more than there are cores: the sleeper and the soak test mostly wait.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SleeperFirst },
    globalSetup: 'test/temporary-files.ts',
    projects: [
      { test: { name: 'sleeper', include: SLEEPERS, ...booting } },
      { test: { name: 'core', include: ['test/core/**/*.test.ts'], ...proving, isolate: false, testTimeout: 20_000 } },
      {
        test: {
          name: 'unit',
          include: ['test/{adapters,cli,lambdas,live-stream,local,contract,dashboard}/**/*.test.ts'],
          exclude: SLEEPERS,
          testTimeout: 20_000,
        },
      },
      { test: { name: 'infra', include: ['test/infra/**/*.test.ts'], ...proving, ...booting } },
      {
        test: {
          name: 'stack',
          globalSetup: 'test/iam/decisions.ts',
          include: [STACK],
          exclude: SLEEPERS,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          ...booting,
        },
      },
    ],
  },
});
