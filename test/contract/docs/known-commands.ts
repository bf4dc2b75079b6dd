import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import * as z from 'zod';
import { programOf } from '../../../cli/program.ts';
import { surroundingsOf } from '../../../cli/terminal/surroundings.ts';
import { SETTING_NAMES } from '../../../lib/config/settings.ts';
import { ROOT } from './pages.ts';

const scripts: object = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;

/** What is wrong with a command, in words; nothing, if it does what it looks like. */
type Check = (words: readonly string[]) => Promise<string[]> | string[];

/** Programs of the machine. What they are given is shown by running the blocks that need a router. */
const OF_THE_MACHINE = [
  'cat',
  'curl',
  'date',
  'df',
  'docker',
  'git',
  'java',
  'make',
  'sleep',
  'grep',
  'jq',
  'tee',
  './backup.sh',
];

const checks: Readonly<Record<string, Check>> = {
  npm: ([first = '', second = '']) => {
    if (['audit', 'ci', 'install', 'pack'].includes(first)) return [];
    const name = first === 'run' ? second : first;
    return name in scripts ? [] : [`there is no npm ${first} ${second}`];
  },
  npx: async ([program = '', ...words]) => (await ofPackages[program]?.(words)) ?? [`nobody checks npx ${program}`],
  node: ([first = '']) => (first === '-p' || existsSync(join(ROOT, first)) ? [] : [`there is no ${first}`]),
  aws: wrongForAws,
  ...Object.fromEntries(OF_THE_MACHINE.map((name) => [name, () => []])),
};

const ofPackages: Readonly<Record<string, Check>> = {
  notify: wrongForNotify,
  cdk: wrongForCdk,
  vitest: ([run, ...files]) => [
    ...(run === 'run' ? [] : ['vitest without run would watch']),
    ...files.filter((file) => !existsSync(join(ROOT, file))).map((file) => `there is no ${file}`),
  ],
};

/** What is wrong with a command that a page shows. */
export async function wrongWith([program = '', ...words]: readonly string[]): Promise<string[]> {
  const check = checks[program];
  return check === undefined ? [`nobody checks ${program}`] : check(words);
}

/** The real command line reads the words, up to what the command would do. */
function wrongForNotify(words: readonly string[]): string[] {
  const program = programOf(surroundingsOf());
  const complaints: string[] = [];
  const silence = (command: CommandUnknownOpts): void => {
    if (command.parent !== null) command.action(() => undefined);
    command.exitOverride();
    command.configureOutput({
      writeOut: () => undefined,
      writeErr: () => undefined,
      outputError: (text) => complaints.push(text),
    });
    command.commands.forEach(silence);
  };
  silence(program);
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) complaints.push(String(error));
  }
  return complaints;
}

const CDK_COMMANDS = new Set(['bootstrap', 'deploy', 'destroy', 'diff', 'synth']);
const CDK_OPTIONS = new Set(['--all', '-c', '--app']);
/** As `test/infra` knows them. */
const STACKS = /^NotificationRouter(\/(\*|Data|LiveStream|Observability|Router)|Pipeline)?$/;

function wrongForCdk([command = '', ...words]: readonly string[]): string[] {
  const isValue = (at: number) => ['-c', '--app'].includes(words[at - 1] ?? '');
  const context = words.filter((_, at) => words[at - 1] === '-c').map((word) => word.split('=', 1)[0] ?? '');
  return [
    ...(CDK_COMMANDS.has(command) ? [] : [`there is no cdk ${command}`]),
    ...words.filter((word) => word.startsWith('-') && !CDK_OPTIONS.has(word)),
    ...words.filter((word, at) => !word.startsWith('-') && !isValue(at) && !STACKS.test(word)),
    ...context.filter((name) => name !== 'stage' && !SETTING_NAMES.some((setting) => setting === name)),
  ];
}

/** Whose operations the clients of AWS that are installed here do not know. */
const UNKNOWN_SERVICES = new Set(['cloudformation', 'configure', 'ecs', 'logs', 'service-quotas']);
const CLIENTS: Readonly<Record<string, string>> = { 'cognito-idp': 'cognito-identity-provider', events: 'eventbridge' };
/** Options of the command line itself; it has a name of its own for the `Endpoint` of a subscription. */
const OF_THE_CLI = new Set(['query', 'output', 'max-items', 'endpoint-url', 'notification-endpoint']);

/** An operation in a client's schemas: its input is a structure, whose members stand in fifth place. */
const Operation = z.tuple([z.unknown(), z.unknown(), z.unknown(), z.unknown(), z.function()], z.unknown());
const Structure = z.tuple([z.unknown(), z.unknown(), z.unknown(), z.unknown(), z.array(z.string())], z.unknown());

async function wrongForAws([service = '', command = '', ...words]: readonly string[]): Promise<string[]> {
  if (UNKNOWN_SERVICES.has(service)) return [];
  const client: Record<string, unknown> = await import(`@aws-sdk/client-${CLIENTS[service] ?? service}`);
  const name = Object.keys(client).find((known) => plain(known) === plain(`${command}$`) && known.endsWith('$'));
  const operation = Operation.safeParse(client[name ?? '']);
  if (!operation.success) return [`aws ${service} has no ${command}`];
  const members = Structure.parse(operation.data[4]()).at(4);
  const known = new Set(z.array(z.string()).parse(members).map(plain));
  return words
    .filter((word) => /^--[a-z]/.test(word))
    .map((word) => word.slice(2))
    .filter((option) => !OF_THE_CLI.has(option))
    .filter((option) => !known.has(plain(option)) && !known.has(plain(option.replace(/^no-/, ''))))
    .map((option) => `aws ${service} ${command} has no --${option}`);
}

const plain = (text: string): string => text.replaceAll(/[-$]/g, '').toLowerCase();
