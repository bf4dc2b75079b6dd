// `npm test` runs this first: the tests run on the Node that runs them, so that one must be new enough.
import process from 'node:process';
import { findNode24 } from './node-24.js';

const { path, missing } = findNode24();
if (path !== process.execPath) {
  process.stderr.write(
    `${missing ?? `this is Node ${process.version.slice(1)}, and ${path} is new enough; put its folder first on the PATH`}\n`,
  );
  process.exitCode = 1;
}
