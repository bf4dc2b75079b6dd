import { defineConfig } from 'vitest/config';

/**
 * What Stryker runs for each mutant: the tests of the mutated folders, in one worker. Without those that feed any body to
 * the reader: they run for seconds, and whether they notice a mutant hangs on the seed.
 */
export default defineConfig({
  test: {
    include: ['test/core/{message,notification,filter,sending}/**/*.test.ts'],
    exclude: ['test/core/notification/**/properties.test.ts'],
    setupFiles: ['test/core/notification/load-lazy-modules.ts'],
    isolate: false,
    testTimeout: 20_000,
  },
});
