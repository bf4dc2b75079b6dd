import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardFiles, functionCode, liveStreamContext } from '../../lib/assets/built.ts';
import { ROOT, TARGET } from './target.ts';

/** Puts what a router deploys where `lib/assets/packaged.ts` finds it: nobody who installs the package builds it again. */
export function copyAssets(): void {
  const names = readdirSync(join(ROOT, 'lambdas')).filter((name) =>
    existsSync(join(ROOT, 'lambdas', name, 'index.ts')),
  );
  for (const name of names) copy(functionCode(name), `lambdas/${name}`);
  copy(liveStreamContext(), 'live-stream');
  copy(dashboardFiles(), 'dashboard');
}

const copy = (folder: string, to: string): void => cpSync(folder, join(TARGET, 'assets', to), { recursive: true });
