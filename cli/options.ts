import { Option } from '@commander-js/extra-typings';
import { duration, wholeNumber } from './arguments.ts';
import { ASKED_SECONDS } from './choices.ts';

const MOST_SHOWN = 1000;
const SHOWN = 20;

// Options that several commands have. Each command gets one of its own.

/** Where it is sent. */
export const toWebhook = () =>
  new Option('--webhook <name>', 'the slug, name or id of a webhook; not needed where there is only one');
/** The title of what is sent. */
export const withTitle = () => new Option('-t, --title <title>', 'in a few words what it is about');
/** How urgent it is. */
export const withPriority = () => new Option('-p, --priority <1-5>', '5 is the highest').argParser(wholeNumber(1, 5));
/** Words to filter by. */
export const withTag = () => new Option('--tag <tag>', 'can be given several times').argParser(collect);
/** Where the text comes from. */
export const withFile = () => new Option('-f, --file <path>', 'send what is in this file; - is stdin');
/** Gathers what is given several times. */
export const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];

/** How long an ask stands; `words` is how the default is shown. */
export const withExpiry = (seconds: number, words: string) =>
  new Option('--expires <time>', 'how long people may take')
    .argParser(duration(ASKED_SECONDS.least, ASKED_SECONDS.most))
    .default(seconds, words);

/** How much of a list is printed. */
export const withLimit = () =>
  new Option('-n, --limit <number>', 'how many at most').argParser(wholeNumber(1, MOST_SHOWN)).default(SHOWN);

/** Where the secrets of a document are. */
export const withSecrets = () =>
  new Option('--secrets <file>', 'YAML or JSON with the name of each secret and the secret');
/** Whether to ask for secrets that are nowhere. */
export const askingSecrets = () =>
  new Option('--ask-secrets', 'ask for those that neither this file nor the environment has');
/** Whether to delete what a document leaves out. */
export const pruning = () => new Option('--prune', 'delete what documents have made and this one does not name');
