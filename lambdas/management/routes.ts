import type { Deps } from './deps.ts';
import type { Route } from './route.ts';
import { alertRoutes } from './routes/alerts.ts';
import { askRoutes } from './routes/asks.ts';
import { auditRoutes } from './routes/audit.ts';
import { channelKindRoutes } from './routes/channel-kinds.ts';
import { channelRoutes } from './routes/channels.ts';
import { configRoutes } from './routes/config.ts';
import { deliveryRequestRoutes } from './routes/delivery-requests.ts';
import { filterRoutes } from './routes/filters.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { lifecycleRoutes } from './routes/lifecycles.ts';
import { linkRoutes } from './routes/links.ts';
import { memberRoutes } from './routes/members.ts';
import { messageRoutes } from './routes/messages.ts';
import { redeliveryRoutes } from './routes/redelivery.ts';
import { organizationRoutes } from './routes/organizations.ts';
import { statsRoutes } from './routes/stats.ts';
import { suppressionRoutes } from './routes/suppressions.ts';
import { templateRoutes } from './routes/templates.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { usageRoutes } from './routes/usage.ts';
import { webhookTestRoutes } from './routes/webhook-test.ts';
import { webhookRoutes } from './routes/webhooks.ts';

/** Every call of the management API. */
export function createRoutes(deps: Deps): Route[] {
  return [
    ...organizationRoutes(deps),
    ...webhookRoutes(deps),
    ...webhookTestRoutes(deps),
    ...linkRoutes(deps),
    ...channelKindRoutes(),
    ...channelRoutes(deps),
    ...messageRoutes(deps),
    ...redeliveryRoutes(deps),
    ...alertRoutes(deps),
    ...askRoutes(deps),
    ...deliveryRequestRoutes(deps),
    ...filterRoutes(deps),
    ...templateRoutes(),
    ...lifecycleRoutes(deps),
    ...suppressionRoutes(deps),
    ...auditRoutes(deps),
    ...configRoutes(deps),
    ...usageRoutes(deps),
    ...statsRoutes(deps),
    ...memberRoutes(deps),
    ...invitationRoutes(deps),
    ...tokenRoutes(deps),
  ];
}
