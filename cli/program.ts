import { Argument, Command, type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { AGENTS, STATES } from './choices.ts';
import { printerTo } from './terminal/print.ts';
import type { Surroundings } from './terminal/surroundings.ts';

const MOST_MESSAGES = 1000;
const SHOWN_MESSAGES = 20;

/** The command line: every command with its options, and what each loads when it runs. */
export function programOf(surroundings: Surroundings): Command {
  const program = new Command('notify')
    .description('Send notifications through a notification router, and see what became of them')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(oneUsageError(text)) });
  for (const add of [addSetUp, addSending, addReading, addAgain, addAgents]) add(program, surroundings);
  return program;
}

const oneUsageError = (text: string): string =>
  `notify: ${text
    .replace(/^error: /, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/\.? $/, '')}; see "notify --help"\n`;

/** Generic, so that arguments keep the types that their names imply. */
const command = <const Usage extends string>(parent: CommandUnknownOpts, usage: Usage, description: string) =>
  parent.command(usage).description(description).option('--json', 'print JSON, one object a line');

function addSetUp(program: Command, surroundings: Surroundings): void {
  const print = printerTo(surroundings);
  command(program, 'start', 'run a router on this machine, as `npm start` does')
    .option('--port <port>', 'instead of PORT')
    .option('--data-dir <folder>', 'instead of DATA_DIR')
    .action(async (options) => (await import('./commands/start.ts')).start(options));
  command(program, 'login', 'store a token of a router, and use this router from now on')
    .requiredOption('--url <address>', 'the base URL of the router')
    .option('--token <token>', 'a management token; better piped in, where nobody sees it')
    .option('--name <name>', 'what to call this router; its host by default')
    .action(async (options) => (await import('./commands/login.ts')).login(surroundings, print, options));
  const context = command(program, 'context', 'list the routers you signed in to').action(async (options) =>
    (await import('./commands/context.ts')).listContexts(surroundings, print, options),
  );
  command(context, 'use <name>', 'use another of them').action(async (name, options) =>
    (await import('./commands/context.ts')).chooseContext(surroundings, print, { ...options, name }),
  );
  command(context, 'remove <name>', 'forget one and its token').action(async (name, options) =>
    (await import('./commands/context.ts')).removeContext(surroundings, print, { ...options, name }),
  );
}

const toWebhook = () =>
  new Option('--webhook <name>', 'the slug, name or id of a webhook; not needed where there is only one');
const withTag = () => new Option('--tag <tag>', 'can be given several times').argParser(collect);
const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value];

function addSending(program: Command, surroundings: Surroundings): void {
  const print = printerTo(surroundings);
  command(program, 'send [text...]', 'send a notification: a text, a file, or what is piped in')
    .option('-t, --title <title>')
    .addOption(new Option('-p, --priority <1-5>', '5 is the highest').argParser(integer(1, 5)))
    .addOption(withTag())
    .option('-f, --file <path>', 'send what is in this file; - is stdin')
    .addOption(toWebhook())
    .action(async (words, options) =>
      (await import('./commands/send.ts')).send(surroundings, print, { ...options, words }),
    );
  command(program, 'run <command...>', 'run a command and tell how it ended; write -- before it')
    .passThroughOptions()
    .option('-t, --title <title>', 'instead of the command and how it ended')
    .addOption(withTag())
    .addOption(toWebhook())
    .action(async (words, options) =>
      (await import('./commands/run.ts')).run(surroundings, print, { ...options, command: words }),
    );
}

function addReading(program: Command, surroundings: Surroundings): void {
  const print = printerTo(surroundings);
  command(program, 'tail', 'print notifications as they arrive')
    .option('--webhook <name>', 'only the Live Stream channels that this webhook is linked to')
    .action(async (options) => (await import('./commands/tail.ts')).tail(surroundings, print, options));
  command(program, 'messages', 'list messages, newest first')
    .option('--webhook <name>', 'the slug, name or id of a webhook')
    .addOption(new Option('--state <state>', 'with a delivery in this state').choices(STATES))
    .option('--from <time>', 'received at or after this time, such as 2026-11-22T09:00:00Z')
    .option('--to <time>', 'received at or before this time')
    .option('-q, --query <text>', 'part of the title or the message')
    .addOption(
      new Option('-n, --limit <number>', 'how many at most')
        .argParser(integer(1, MOST_MESSAGES))
        .default(SHOWN_MESSAGES),
    )
    .action(async (options) => (await import('./commands/messages.ts')).messages(surroundings, print, options));
  command(program, 'explain <messageId>', 'say where a message went, where it did not, and why').action(
    async (messageId, options) =>
      (await import('./commands/explain.ts')).explain(surroundings, print, { ...options, messageId }),
  );
}

function addAgain(program: Command, surroundings: Surroundings): void {
  const print = printerTo(surroundings);
  command(program, 'replay <messageId>', 'route a message again, as its webhook is set up now').action(
    async (messageId, options) =>
      (await import('./commands/again.ts')).replay(surroundings, print, { ...options, messageId }),
  );
  command(program, 'retry <messageId> [channel]', 'send a message to a channel again; to all where it failed').action(
    async (messageId, channel, options) =>
      (await import('./commands/again.ts')).retry(surroundings, print, { ...options, messageId, channel }),
  );
}

function addAgents(program: Command, surroundings: Surroundings): void {
  const print = printerTo(surroundings);
  command(program, 'hook', 'send on the hook of a coding agent, from stdin')
    .addArgument(new Argument('<agent>').choices(AGENTS))
    .argument('[event]', 'the JSON, for agents that give it as the last argument')
    .addOption(toWebhook())
    .action(async (agent, event, options) =>
      (await import('./commands/hook.ts')).hook(surroundings, print, { ...options, agent, event }),
    );
  command(program, 'mcp', 'serve the Model Context Protocol on stdin and stdout').action(async () =>
    (await import('./mcp/server.ts')).serve(surroundings),
  );
}

const integer =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`give a whole number from ${least} to ${most}`);
  };
