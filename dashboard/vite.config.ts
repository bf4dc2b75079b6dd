import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { licensesOf, NOTICE_FILE } from '../lib/third-party-licenses.ts';
import { helpFiles } from './help/help-files.ts';
import { themeStylesheet } from './theme/stylesheet.ts';

/** Says whose code is in the build, in a file beside it. */
const thirdPartyLicenses: Plugin = {
  name: 'third-party-licenses',
  generateBundle() {
    const source = licensesOf(this.getModuleIds());
    if (source !== undefined) this.emitFile({ type: 'asset', fileName: NOTICE_FILE, source });
  },
};

/** Built at synthesis by the construct that deploys it; see lib/constructs/edge/build-dashboard.ts. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeStylesheet, helpFiles, thirdPartyLicenses],
  build: {
    target: 'es2024',
    // The content security policy allows no data: script, and a font or picture inlined helps nobody.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
});
