import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Built at synthesis by the construct that deploys it; see lib/constructs/edge/build-dashboard.ts. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: 'es2024',
    // The content security policy allows no data: script, and a font or picture inlined helps nobody.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
});
