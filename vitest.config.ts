import { defineConfig } from 'vitest/config';

/**
 * `unit` is pure and parallel. `infra` synthesizes once and reads templates. `stack` boots the real local stack, so its
 * files share the two cores one at a time.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{core,adapters,lambdas,live-stream,local,contract,dashboard}/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      { test: { name: 'infra', include: ['test/infra/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 120_000 } },
      {
        test: {
          name: 'stack',
          include: ['test/{integration,browser,chaos}/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
