import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const STACK = 'test/{integration,browser,chaos}/**/*.test.ts';
/** Minutes of work on purpose: `npm run test:endurance`, a part of `npm run test:all`. */
export const ENDURANCE = ['test/chaos/short.test.ts', 'test/live-stream/soak/soak.test.ts'];
/** Mostly sleep: until a killed function's claim is over, a retry is due, figures are counted, a minute is over. */
const SLEEPERS = [
  'test/integration/ask-crash.test.ts',
  'test/integration/asks.test.ts',
  'test/integration/crash.test.ts',
  'test/integration/figures.test.ts',
  'test/integration/smoke.test.ts',
];
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

/** Files with a browser take longest: none of them begins when all others are done. */
const withBrowser = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/test/browser/');
const isSleeper = ({ project }: TestSpecification): boolean => project.name === 'sleeper';

/** What sleeps is spread over the run: its sleep costs nothing while others compute. A worker stays with one project. */
class SleepersBetween extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const sleepers = sorted.filter(isSleeper);
    const others = sorted.filter((file) => !isSleeper(file)).toSorted((a, b) => +withBrowser(b) - +withBrowser(a));
    const inTurn = [...Map.groupBy(others, ({ project }) => project).values()].flat();
    const stride = Math.ceil(inTurn.length / sleepers.length);
    // Two at the start: by the time the last one begins, enough is left to compute.
    return sleepers.reduce((order, sleeper, nth) => order.toSpliced(Math.max(0, nth - 1) * stride, 0, sleeper), inTurn);
  }
}

/**
 * `core`, `unit`, `thorough` and `infra` need no stack; `infra` synthesizes once and reads templates. `stack` boots the real local
 * stack, two files at a time, after all others: one waits while the other computes.
 */
export default defineConfig({
  test: {
    // Two more than there are cores: sleepers mostly wait.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: SleepersBetween },
    globalSetup: 'test/temporary-files.ts',
    projects: [
      { test: { name: 'sleeper', include: SLEEPERS, globalSetup: ASSETS, ...booting, isolate: true } },
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
          exclude: [...SLEEPERS, ...ENDURANCE],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          ...booting,
        },
      },
    ],
  },
});
