import { defineConfig } from 'vitest/config';

/** What somebody gets who installs the package. It packs and installs, so it takes longer than other tests. */
export default defineConfig({
  test: {
    include: ['test/package/**/*.test.ts'],
    globalSetup: 'test/temporary-files.ts',
    expect: { requireAssertions: true },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    reporters: ['default', 'json'],
    outputFile: 'reports/package.json',
  },
});
