import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** `core/` decides everything, so each of its branches has a test. Nowhere else is a percentage a goal. */
export default defineConfig({
  test: {
    include: ['test/{core,contract,lambdas}/**/*.test.ts'],
    testTimeout: 20_000,
    isolate: false,
    maxWorkers: availableParallelism(),
    coverage: {
      enabled: true,
      include: ['core/**/*.ts'],
      exclude: ['test/**'],
      reporter: [['text', { skipFull: true }], 'html'],
      reportOnFailure: true,
      thresholds: { perFile: true, branches: 100 },
    },
  },
});
