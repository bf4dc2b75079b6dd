import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as z from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { ALERT_STATUSES, STATES } from '../choices.ts';
import { baseUrlOf, planDestination } from '../router/destination.ts';
import { send } from '../router/post.ts';
import {
  acknowledge,
  alertPage,
  alertsOf,
  messageOf,
  messagePage,
  messagesOf,
  openRouter,
  webhooksOf,
} from '../router/router.ts';
import { webhookNamed } from '../router/webhook-choice.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { answer } from './answer.ts';
import { registerAsking } from './asking.ts';
import { Notification, Webhook } from './inputs.ts';
import { toldAlert, toldAlerts } from './told-alerts.ts';
import { toldMessage, toldMessages } from './told.ts';

const MOST_SHOWN = 20;
const SHOWN = 10;
const READS = { readOnlyHint: true, openWorldHint: false } as const;
const SENDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true } as const;

/** The same twice is the same as once. */
const CHANGES = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;

const Search = {
  query: z.string().max(200).optional().describe('Part of the title or the message, in any case'),
  webhook: Webhook,
  state: z.enum(STATES).optional().describe('Only messages with a delivery in this state'),
  limit: z.int().min(1).max(MOST_SHOWN).default(SHOWN).describe('How many at most, newest first'),
};

const Alerts = {
  status: z.enum(ALERT_STATUSES).default('open').describe('open: firing or acknowledged'),
  webhook: Webhook,
  limit: z.int().min(1).max(MOST_SHOWN).default(SHOWN).describe('How many at most'),
};

const Acknowledgement = {
  alertId: z.string().max(100).describe('As list_alerts gives it'),
  seconds: z.int().min(60).max(604_800).optional().describe('After so long it fires again; until it ends by default'),
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
  registerAsking(server, surroundings);
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
  server.registerTool(
    'list_alerts',
    {
      title: 'List alerts',
      description:
        'Lists what is wrong: alerts, those first that began last. Several messages about one thing are one.',
      inputSchema: Alerts,
      annotations: READS,
    },
    async (wanted) => answer(async () => listed(surroundings, wanted)),
  );
  server.registerTool(
    'acknowledge_alert',
    {
      title: 'Acknowledge an alert',
      description: 'Says that somebody has an alert, so that it disturbs nobody else. Only when a person asks for it.',
      inputSchema: Acknowledgement,
      annotations: CHANGES,
    },
    async (wanted) => answer(async () => acknowledged(surroundings, wanted)),
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
  return { messageId, page: messagePage({ url: baseUrlOf(destination) }, messageId) };
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

async function listed(surroundings: Surroundings, wanted: z.infer<z.ZodObject<typeof Alerts>>): Promise<object> {
  const router = await openRouter(surroundings);
  const { status, webhook, limit } = wanted;
  const webhookId = webhook === undefined ? undefined : webhookNamed(await webhooksOf(router), webhook).id;
  const query = { status, ...(webhookId === undefined ? {} : { webhookId }) };
  return toldAlerts(await alertsOf(router, query, limit), (id) => alertPage(router, id));
}

async function acknowledged(
  surroundings: Surroundings,
  { alertId, seconds }: z.infer<z.ZodObject<typeof Acknowledgement>>,
): Promise<object> {
  const router = await openRouter(surroundings);
  return toldAlert(await acknowledge(router, alertId, seconds), alertPage(router, alertId));
}
