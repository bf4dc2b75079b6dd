import { join } from 'node:path';

/** Where `npm pack` puts what a router deploys: beside the file that this is bundled into. */
const ASSETS = join(import.meta.dirname, 'assets');

/** The folder with the code of a function. */
export const functionCode = (name: string): string => join(ASSETS, 'lambdas', name);

/** The build context of the image of the Live Stream service. */
export const liveStreamContext = (): string => join(ASSETS, 'live-stream');

/** The folder with the files of the dashboard. */
export const dashboardFiles = (): string => join(ASSETS, 'dashboard');
