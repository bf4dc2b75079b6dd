import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as z from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { STATES } from '../choices.ts';
import { Failure } from '../failure.ts';
import { planDestination } from '../router/destination.ts';
import { send } from '../router/post.ts';
import { messageOf, messagePage, messagesOf, openRouter, webhooksOf } from '../router/router.ts';
import { webhookNamed } from '../router/webhook-choice.ts';
import { jsonLine } from '../terminal/safe-text.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { toldMessage, toldMessages } from './told.ts';

const MOST_MESSAGES = 20;
const SHOWN_MESSAGES = 10;
const READS = { readOnlyHint: true, openWorldHint: false } as const;
const SENDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true } as const;

const Webhook = z
  .string()
  .max(100)
  .optional()
  .describe('Slug, name or id of a webhook; not needed where there is only one');

const Notification = {
  message: z.string().min(1).max(20_000).describe('What happened, in a few sentences'),
  title: z.string().max(250).optional().describe('What it is about, in a few words'),
  priority: z.int().min(1).max(5).optional().describe('5 is the highest; leave it out for ordinary news'),
  tags: z.array(z.string().max(100)).max(20).optional().describe('Words that filters and people look for'),
  webhook: Webhook,
};

const Search = {
  query: z.string().max(200).optional().describe('Part of the title or the message, in any case'),
  webhook: Webhook,
  state: z.enum(STATES).optional().describe('Only messages with a delivery in this state'),
  limit: z.int().min(1).max(MOST_MESSAGES).default(SHOWN_MESSAGES).describe('How many at most, newest first'),
};

/** Serves agents on stdin and stdout until stdin ends. What the token of the router may not do, they may not do. */
export async function serve(surroundings: Surroundings): Promise<void> {
  const server = new McpServer({ name: manifest.name, version: manifest.version });
  server.registerTool(
    'notify',
    {
      title: 'Send a notification',
      description: 'Tells people something through the notification router: Slack, email, telephone, what they chose.',
      inputSchema: Notification,
      annotations: SENDS,
    },
    async ({ webhook, ...notification }) => answer(async () => notified(surroundings, webhook, notification)),
  );
  server.registerTool(
    'search_messages',
    {
      title: 'Search notifications',
      description: 'Finds notifications that the router accepted, newest first, and says whether they were delivered.',
      inputSchema: Search,
      annotations: READS,
    },
    async (search) => answer(async () => found(surroundings, search)),
  );
  server.registerTool(
    'explain_delivery',
    {
      title: 'Explain a delivery',
      description: 'Says where one notification went, where it did not, and why: filters, attempts, errors.',
      inputSchema: { messageId: z.string().max(100).describe('As notify and search_messages give it: msg_…') },
      annotations: READS,
    },
    async ({ messageId }) => answer(async () => explained(surroundings, messageId)),
  );
  await server.connect(new StdioServerTransport(surroundings.stdin, surroundings.stdout));
}

async function notified(
  surroundings: Surroundings,
  webhook: string | undefined,
  notification: Parameters<typeof send>[1],
): Promise<object> {
  const find = await planDestination(surroundings, { webhook });
  const destination = await find();
  const { messageId } = await send(destination, notification);
  const url = destination.endpoint.href.replace(/\/n\/.*$/, '');
  return { messageId, page: messagePage({ url }, messageId) };
}

async function found(surroundings: Surroundings, search: z.infer<z.ZodObject<typeof Search>>): Promise<object> {
  const router = await openRouter(surroundings);
  const { query: q, webhook, state, limit } = search;
  const webhookId = webhook === undefined ? undefined : webhookNamed(await webhooksOf(router), webhook).id;
  const query = {
    ...(q === undefined ? {} : { q }),
    ...(state === undefined ? {} : { state }),
    ...(webhookId === undefined ? {} : { webhookId }),
  };
  return toldMessages(await messagesOf(router, query, limit), (id) => messagePage(router, id));
}

async function explained(surroundings: Surroundings, messageId: string): Promise<object> {
  const router = await openRouter(surroundings);
  return toldMessage(await messageOf(router, messageId), messagePage(router, messageId));
}

/** A result as one line of JSON, and a failure as words that the agent can act on. */
async function answer(work: () => Promise<object>) {
  try {
    return { content: [{ type: 'text' as const, text: jsonLine(await work()) }] };
  } catch (error) {
    const text = error instanceof Failure ? error.message : 'notify failed unexpectedly';
    return { isError: true, content: [{ type: 'text' as const, text }] };
  }
}
