import { Argument, Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { AGENTS, ALERT_STATUSES, ASKED_SECONDS, STATES } from './choices.ts';
import { duration } from './arguments.ts';
import {
  askingSecrets,
  collect,
  pruning,
  toWebhook,
  withExpiry,
  withFile,
  withLimit,
  withPriority,
  withSecrets,
  withTag,
  withTitle,
} from './options.ts';
import { printerTo } from './terminal/print.ts';
import type { Surroundings } from './terminal/surroundings.ts';

/** As the router takes them. */
const ACKNOWLEDGED_SECONDS = { least: 60, most: 7 * 24 * 60 * 60 };

/** The command line: every command with its options, and what each loads when it runs. */
export function programOf(surroundings: Surroundings): Command {
  const program = withCommands(surroundings);
  command(program, 'complete [shell]', 'print a script that completes this command in zsh, bash, fish or powershell')
    .allowExcessArguments()
    .action(async () => (await import('./commands/complete.ts')).complete(withCommands(surroundings)));
  return program;
}

function withCommands(surroundings: Surroundings): Command {
  const program = new Command('notify')
    .description('Send notifications through a notification router, and see what became of them')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(oneUsageError(text)) });
  for (const add of [addSetUp, addSending, addAsk, addReading, addAgain, addAlerts, addConfig, addAgents]) {
    add(program, surroundings);
  }
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
    .argument('[app]', 'file of a CDK app that holds one; by default the router alone')
    .option('--port <port>', 'instead of PORT')
    .option('--data-dir <folder>', 'instead of DATA_DIR')
    .action(async (app, options) => (await import('./commands/start.ts')).start({ ...options, app }));
  command(program, 'login', 'sign in to a router by browser or with a token, and use it from now on')
    .requiredOption('--url <address>', 'the base URL of the router')
    .option('--token <token>', 'a management token; better piped in, where nobody sees it')
    .option('--name <name>', 'what to call this router; its host by default')
    .option('--organization <name>', 'its name or id; not needed where you are in only one')
    .option('--no-browser', 'only print the address of the sign-in page')
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

function addSending(program: Command, surroundings: Surroundings): void {
  const print = printerTo(surroundings);
  command(program, 'send [text...]', 'send a notification: a text, a file, or what is piped in')
    .addOption(withTitle())
    .addOption(withPriority())
    .addOption(withTag())
    .addOption(withFile())
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

function addAsk(program: Command, surroundings: Surroundings): void {
  const print = printerTo(surroundings);
  command(program, 'ask [text...]', 'ask people and wait. Exits 0 for the first option, 12 for the second, 13 …')
    .addOption(
      new Option('--option <label>', 'what may be chosen; one to five').argParser(collect).makeOptionMandatory(),
    )
    .addOption(withExpiry(ASKED_SECONDS.usual, '10m'))
    .option('--on-expiry <label>', 'the option that counts when nobody answers in time; exits 4 without one')
    .addOption(
      new Option('--approver <who>', 'only they decide: addresses of members, or such as slack:U0123').argParser(
        collect,
      ),
    )
    .addOption(withTitle())
    .addOption(withPriority())
    .addOption(withTag())
    .addOption(withFile())
    .addOption(toWebhook())
    .action(async (words, options) =>
      (await import('./commands/ask.ts')).ask(surroundings, print, { ...options, words }),
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
    .addOption(withLimit())
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

function addAlerts(program: Command, surroundings: Surroundings): void {
  const print = printerTo(surroundings);
  command(program, 'alerts', 'list alerts, those first that began last')
    .addOption(new Option('--status <status>', 'open: has not ended').choices(ALERT_STATUSES).default('open' as const))
    .option('--webhook <name>', 'the slug, name or id of a webhook')
    .addOption(withLimit())
    .action(async (options) => (await import('./commands/alerts.ts')).alerts(surroundings, print, options));
  const { least, most } = ACKNOWLEDGED_SECONDS;
  command(program, 'ack <alertId...>', 'say that somebody has these alerts')
    .addOption(
      new Option('--for <time>', 'such as 30m or 8h; until they end by default').argParser(duration(least, most)),
    )
    .action(async (alertIds, options) =>
      (await import('./commands/change-alert.ts')).ackAlerts(surroundings, print, { ...options, alertIds }),
    );
  command(program, 'resolve <alertId...>', 'end these alerts').action(async (alertIds, options) =>
    (await import('./commands/change-alert.ts')).resolveAlerts(surroundings, print, { ...options, alertIds }),
  );
}

function addConfig(program: Command, surroundings: Surroundings): void {
  const print = printerTo(surroundings);
  const config = program.command('config').description('keep webhooks, links and channels in a document');
  command(config, 'export', 'print them as YAML').action(async (options) =>
    (await import('./commands/config.ts')).exportConfig(surroundings, print, options),
  );
  command(config, 'plan <file>', 'say what applying a document would do; - is stdin. Exits 2 when there are changes')
    .addOption(pruning())
    .addOption(withSecrets())
    .addOption(askingSecrets())
    .action(async (file, options) =>
      (await import('./commands/config.ts')).planConfig(surroundings, print, { ...options, file }),
    );
  command(config, 'apply <file>', 'make everything that a document names exactly as it says; - is stdin')
    .addOption(pruning())
    .addOption(withSecrets())
    .addOption(askingSecrets())
    .option('--digest <digest>', 'of the plan that you saw: nothing is applied when the plan would be another by now')
    .option('-y, --yes', 'do not ask at a terminal')
    .action(async (file, options) =>
      (await import('./commands/config.ts')).applyConfig(surroundings, print, { ...options, file }),
    );
}

/** Less than the ten minutes that agents give a hook. */
const HOOK_SECONDS = 9 * 60;

function addAgents(program: Command, surroundings: Surroundings): void {
  const print = printerTo(surroundings);
  command(program, 'hook', 'send on the hook of a coding agent, from stdin; ask where it needs permission')
    .addArgument(new Argument('<agent>').choices(AGENTS))
    .argument('[event]', 'the JSON, for agents that give it as the last argument')
    .addOption(withExpiry(HOOK_SECONDS, '9m'))
    .addOption(toWebhook())
    .action(async (agent, event, options) =>
      (await import('./commands/hook.ts')).hook(surroundings, print, { ...options, agent, event }),
    );
  command(program, 'mcp', 'serve the Model Context Protocol on stdin and stdout').action(async () =>
    (await import('./mcp/server.ts')).serve(surroundings),
  );
}
