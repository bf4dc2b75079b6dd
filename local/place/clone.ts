import { join } from 'node:path';
import type { Installation } from './place.ts';

/** A clone of the repository: Node runs the sources. */
export const place: Installation = {
  root: join(import.meta.dirname, '../..'),
  app: 'bin/app.ts',
  instance: 'local/lambda/instance.ts',
  sources: ['bin', 'lib', 'core', 'adapters', 'lambdas', 'live-stream', 'dashboard', 'cdk.json', 'package-lock.json'],
};
