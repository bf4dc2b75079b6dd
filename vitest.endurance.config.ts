import { defineConfig } from 'vitest/config';
import { ENDURANCE } from './vitest.config.ts';

/** A stack that is broken while it works, and streams whose tasks and readers come and go: a minute each. */
export default defineConfig({
  test: {
    include: ENDURANCE,
    // Each is about what happens in time: nothing else takes it.
    fileParallelism: false,
    globalSetup: ['test/temporary-files.ts', 'test/assets.ts'],
    hookTimeout: 180_000,
    reporters: ['default', 'json'],
    outputFile: 'reports/endurance.json',
  },
});
