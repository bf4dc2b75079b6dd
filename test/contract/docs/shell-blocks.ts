import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Page, writtenPages } from './pages.ts';

/** A block of shell commands of a page. */
export interface ShellBlock {
  readonly page: string;
  /** Which of the page's it is, from 1. */
  readonly number: number;
  readonly code: string;
  /** What earlier blocks of the page define for later ones. */
  readonly functions: string;
}

/** The shell blocks of a page, as they are to be typed. */
function blocksOf({ path, text }: Page): ShellBlock[] {
  const blocks = [...text.matchAll(/^( *)```sh\n([^]*?)^\1```$/gm)];
  const codes = blocks.map(([, indent = '', code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
  return codes.map((code, at) => {
    const functions = codes.slice(0, at).flatMap((earlier) => earlier.match(FUNCTION) ?? []);
    return { page: path, number: at + 1, code, functions: functions.join('\n') };
  });
}

const FUNCTION = /^\w+\(\) \{[^]*?\}$/gm;

/** Every block of shell commands that README, CONTRIBUTING, SECURITY and the pages of docs show. */
export const shellBlocks: readonly ShellBlock[] = writtenPages.flatMap(blocksOf);

/** Whether a block calls a router: those are run against a real one (`test/integration/readme.test.ts`). */
export const callsRouter = ({ code }: ShellBlock): boolean => /\bcurl\b/.test(code);

/** What a block runs: bash parses and expands every line, and whatever it would run is recorded instead. */
interface Recorded {
  /** The words of each command, the program first. */
  readonly commands: readonly (readonly string[])[];
  /** What bash had to say: nothing, if the block is sound. */
  readonly complaints: string;
}

/** Every command prints `:`, so that loops over what a command lists run once; loops without end pause, and end there. */
const RECORDING = String.raw`
PATH=/nowhere
command_not_found_handle() { printf '%s\0' "$@" $'\x1e' >>"$RECORD"; echo :; }
sleep() { command_not_found_handle sleep "$@" >/dev/null; pauses=$((pauses + 1)); [ "$pauses" -lt 3 ] || exit 0; }
date() { command_not_found_handle date "$@" >/dev/null; echo 0; }
`;
/** No newline: bash would write what comes after it apart, and a command in the background could write between. */
const END = '\x1e';
/** Files that blocks read. */
const FILES = ['token.txt', 'use-case.txt'];

/** Runs a block in an empty folder without running any of its programs. */
export async function recorded({ code, functions }: ShellBlock): Promise<Recorded> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-'));
  const record = join(folder, 'record');
  await Promise.all([...FILES.map((name) => join(folder, name)), record].map(async (file) => writeFile(file, '')));
  const options = { cwd: folder, env: { ...process.env, RECORD: record }, timeout: 10_000 };
  const { stderr } = await promisify(execFile)('bash', ['-c', [RECORDING, functions, code].join('\n')], options);
  const words = (await readFile(record, 'utf8')).split('\0').slice(0, -1);
  const ends = words.flatMap((word, at) => (word === END ? [at] : []));
  return { commands: ends.map((end, at) => words.slice((ends[at - 1] ?? -1) + 1, end)), complaints: stderr };
}
