#!/usr/bin/env node
// The command `notify`, in a clone and in the package. What needs a newer Node than this one, it hands over to that Node,
// and passes signals and the exit status on.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { findNode24 } from './node-24.js';

const SOURCES = path.join(import.meta.dirname, '../cli/main.ts');
const inClone = existsSync(SOURCES);
// Sources need a Node that reads TypeScript; the runner needs SQLite and runs the functions of AWS's nodejs24.x.
const needsNode24 = inClone || process.argv[2] === 'start';
const node = needsNode24 ? findNode24() : { path: process.execPath };

if (node.path === process.execPath) {
  module.enableCompileCache?.();
  await import(inClone ? '../cli/main.ts' : '../dist/package/notify.mjs');
} else if (node.path === undefined) {
  process.stderr.write(`notify: ${node.missing}\n`);
  process.exitCode = 1;
} else {
  runWith(node.path);
}

function runWith(path) {
  const child = spawn(path, [import.meta.filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => pass(child, signal));
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Ctrl-C at a terminal reaches the whole group, the child too: it must not come twice. */
function pass(child, signal) {
  const sentByTerminal = signal === 'SIGINT' || signal === 'SIGQUIT';
  if (sentByTerminal && [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)) return;
  child.kill(signal);
}
