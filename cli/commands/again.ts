import { Failure } from '../failure.ts';
import { bodyOf } from '../router/answers.ts';
import { messageOf, openRouter, type Delivery } from '../router/router.ts';
import type { Printer } from '../terminal/print.ts';
import { oneLine } from '../terminal/safe-text.ts';
import type { Surroundings } from '../terminal/surroundings.ts';

interface AgainOptions {
  readonly messageId: string;
  readonly json?: boolean;
}

/** Routes a message again, as its webhook is set up now. */
export async function replay(surroundings: Surroundings, print: Printer, { messageId, json }: AgainOptions) {
  const { api, organization } = await openRouter(surroundings);
  const path = { organizationId: organization.id, messageId };
  const answer = await bodyOf(
    api.POST('/api/v1/organizations/{organizationId}/messages/{messageId}/replay', { params: { path } }),
  );
  if (json === true) print.json(answer);
  else print.line(`Replaying ${messageId}; "notify explain ${messageId}" says what becomes of it`);
}

/** Sends a message to channels again: to one, or to all where it failed. */
export async function retry(
  surroundings: Surroundings,
  print: Printer,
  options: AgainOptions & { readonly channel?: string | undefined },
) {
  const router = await openRouter(surroundings);
  const { deliveries } = await messageOf(router, options.messageId);
  for (const { channelId, channelName } of toRetry(deliveries, options.channel)) {
    const path = { organizationId: router.organization.id, messageId: options.messageId, channelId };
    const route = '/api/v1/organizations/{organizationId}/messages/{messageId}/deliveries/{channelId}/retry';
    await bodyOf(router.api.POST(route, { params: { path } }));
    if (options.json === true) print.json({ messageId: options.messageId, channelId, channelName });
    else print.line(`Retrying ${oneLine(channelName)} (${channelId})`);
  }
}

function toRetry(deliveries: readonly Delivery[], channel: string | undefined): readonly Delivery[] {
  if (channel === undefined) {
    const failed = deliveries.filter(({ state }) => state === 'failed');
    if (failed.length === 0) throw new Failure('no delivery of this message failed; name a channel to send to again');
    return failed;
  }
  const named = deliveries.filter(({ channelId, channelName }) => channelId === channel || channelName === channel);
  if (named.length === 0) throw new Failure(`this message was not sent to "${channel}"; use "notify replay" instead`);
  return named;
}
