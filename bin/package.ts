/** `npm pack` runs this first. It makes `dist/package/`: everything that the package holds besides its command. */
import { rmSync } from 'node:fs';
import { bundlePrograms } from './package/bundle.ts';
import { copyAssets } from './package/assets.ts';
import { declare } from './package/declare.ts';
import { TARGET } from './package/target.ts';

rmSync(TARGET, { recursive: true, force: true });
copyAssets();
await bundlePrograms();
declare();
