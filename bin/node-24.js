import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

const NEEDED = 24;

/**
 * A Node that is new enough: this one, the one that npm installed with the project, or one on the `PATH`. It is plain
 * JavaScript, because an older Node runs it.
 *
 * @returns {{ path: string } | { path?: undefined, missing: string }}
 */
export function findNode24({
  version = process.version,
  searchPath = process.env.PATH ?? '',
  packages = import.meta.url,
} = {}) {
  if (majorOf(version) >= NEEDED) return { path: process.execPath };
  const candidates = [installed(packages), ...onPath(searchPath)];
  const found = candidates.find((candidate) => candidate !== undefined && isNewEnough(candidate));
  if (found !== undefined) return { path: found };
  return {
    missing: `this is Node ${version.slice(1)}, and Node ${NEEDED} or newer is needed; install it from https://nodejs.org/en/download, or run "nvm install ${NEEDED}"`,
  };
}

const majorOf = (version) => Number.parseInt(version.replace(/^v/, ''), 10);

/** npm has Node itself for some platforms only. */
function installed(packages) {
  try {
    const name = `node-${process.platform}-${process.arch}`;
    return path.join(path.dirname(createRequire(packages).resolve(`${name}/package.json`)), 'bin/node');
  } catch {
    return undefined;
  }
}

function onPath(searchPath) {
  const folders = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return [...new Set(folders)].map((folder) => path.join(folder, 'node')).filter(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isNewEnough(file) {
  try {
    return majorOf(execFileSync(file, ['--version'], { encoding: 'utf8', timeout: 5000 })) >= NEEDED;
  } catch {
    return false;
  }
}
