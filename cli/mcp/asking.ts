import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { ASKED_SECONDS, MOST_OPTIONS } from '../choices.ts';
import { askOptions, choiceIn } from '../commands/ask-options.ts';
import { Failure } from '../failure.ts';
import { ask, cancel } from '../router/asks.ts';
import { askPage } from '../router/router.ts';
import { baseUrlOf, planDestination } from '../router/destination.ts';
import { waitForEnd } from '../router/wait-for-end.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { answer } from './answer.ts';
import { Notification } from './inputs.ts';
import { type KeptAsk, OpenAsks } from './open-asks.ts';
import { short, WARNING } from './told.ts';

/** Clients give up after a minute: a call ends before that, whatever the router does. */
const MOST_WAIT_SECONDS = 45;
const MOST_CALL_MS = 49_000;

const waitSeconds = z
  .int()
  .min(0)
  .max(MOST_WAIT_SECONDS)
  .default(MOST_WAIT_SECONDS)
  .describe('How long this call may wait for the answer; then it says "pending"');

const Question = {
  ...Notification,
  message: z.string().min(1).max(4000).describe('What is to be decided, and what people must know for it'),
  options: z.array(z.string().min(1).max(40)).min(1).max(MOST_OPTIONS).describe('What people may choose, in few words'),
  expiresIn: z
    .int()
    .min(ASKED_SECONDS.least)
    .max(ASKED_SECONDS.most)
    .default(ASKED_SECONDS.usual)
    .describe('How many seconds people may take'),
  onExpiry: z.string().max(40).optional().describe('The option that counts when nobody answers in time'),
  waitSeconds,
};
type Question = z.infer<z.ZodObject<typeof Question>>;

/** The tools by which an agent asks people and hears of their answer. */
export function registerAsking(server: McpServer, surroundings: Surroundings): void {
  const open = new OpenAsks();
  server.registerTool(
    'ask',
    {
      title: 'Ask people',
      description:
        'Asks people to choose, and waits for most of a minute. "pending" means that nobody chose yet: call wait_answer.',
      inputSchema: Question,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    },
    async (question, { signal }) => answer(async () => asked(surroundings, open, { question, signal })),
  );
  server.registerTool(
    'wait_answer',
    {
      title: 'Wait for the answer',
      description: 'Waits on for the answer to what ask has asked. Knows what this server asked since it started.',
      inputSchema: { askId: z.string().max(100).describe('As ask gives it: ask_…'), waitSeconds },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ askId, waitSeconds }, { signal }) =>
      answer(async () => answered(open.read(askId), { until: until(waitSeconds), signal: limited(signal) })),
  );
}

const until = (seconds: number): number => Date.now() + seconds * 1000;
const limited = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(MOST_CALL_MS)]);

/** @param signal of the client: when it gives up, it never learns the id, so nobody would hear of the answer */
async function asked(
  surroundings: Surroundings,
  open: OpenAsks,
  { question, signal }: { readonly question: Question; readonly signal: AbortSignal },
): Promise<object> {
  const { webhook, waitSeconds, options: labels, onExpiry, ...rest } = question;
  const waiting = { until: until(waitSeconds), signal: limited(signal) };
  const options = askOptions(labels);
  const chosenByExpiry = options.find(({ label }) => label === onExpiry)?.id;
  if (onExpiry !== undefined && chosenByExpiry === undefined) throw new Failure('onExpiry is none of the options');
  const find = await planDestination(surroundings, { webhook });
  const destination = await find();
  const opened = await ask(destination, { ...rest, options, onExpiry: chosenByExpiry }, waiting.signal);
  const kept = { ...opened, options, page: askPage({ url: baseUrlOf(destination) }, opened.askId) };
  open.keep(kept);
  const told = await answered(kept, waiting);
  if (signal.aborted) await cancel(opened).catch(() => undefined);
  return told;
}

async function answered(kept: KeptAsk, waiting: Parameters<typeof waitForEnd>[1]): Promise<object> {
  const { askId, page, expiresAt, options } = kept;
  const standing = await waitForEnd(kept, waiting);
  if (standing === undefined || standing.status === 'pending') {
    return { askId, status: 'pending', expiresAt, page, next: 'Nobody chose yet: call wait_answer with this askId.' };
  }
  const { label } = choiceIn(standing, options);
  const name = standing.answer?.by.name;
  return {
    askId,
    status: standing.status,
    ...(label === undefined ? {} : { option: label }),
    page,
    ...(name === undefined ? {} : { warning: WARNING, untrusted: { by: short(name) } }),
  };
}
