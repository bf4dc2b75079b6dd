import { entryOf, stepOf } from './audit.ts';
import { channelFacts } from './audit-views.ts';
import { lost } from './change.ts';
import { type ChangeResult, done } from './change-result.ts';
import { changeChannel, type ChannelPorts, type ChannelTarget } from './channels.ts';
import { deleteLink } from './links.ts';
import { liveActions, liveControl } from './live-controls.ts';
import type { WebhookChangePorts } from './webhooks.ts';

/** What deleting a channel needs: its links stand on webhooks. */
export interface ChannelDeletionPorts extends ChannelPorts, Pick<WebhookChangePorts, 'endAlerts'> {
  readonly store: ChannelPorts['store'] & WebhookChangePorts['store'];
}

/**
 * Deletes a channel and its link on every webhook.
 *
 * Links go first, so that a deletion that breaks off can be repeated, and again at the end, for links made meanwhile. A
 * deleted channel cannot be linked.
 */
export function deleteChannel(ports: ChannelDeletionPorts, target: ChannelTarget): Promise<ChangeResult<undefined>> {
  const { organizationId, channelId, act } = target;
  return changeChannel(ports, target, async (channel) => {
    if (!(await unlinkEverywhere(ports, target))) return { kind: 'busy' };
    const controls = liveActions(channel, undefined).map((action) => liveControl(ports, channelId, action));
    const entry = entryOf(ports, act, { organizationId, target: channelId, before: channelFacts(channel) });
    const result = await ports.store.removeChannel({ channel, controls, entry });
    if (result.kind === 'lost') return lost;
    return (await unlinkEverywhere(ports, target)) ? done(undefined) : { kind: 'busy' };
  });
}

/** Whether no webhook links the channel any more. False when one changes too fast to be written. */
async function unlinkEverywhere(
  ports: ChannelDeletionPorts,
  { organizationId, channelId, act }: ChannelTarget,
): Promise<boolean> {
  const step = stepOf(act, 'webhook.channel-unlinked', 'the channel is deleted');
  let after: string | undefined;
  do {
    const page = await ports.store.listWebhooks(organizationId, {
      limit: 100,
      ...(after === undefined ? {} : { after }),
    });
    const linked = page.items.filter(({ links }) => links.some((link) => link.channelId === channelId));
    for (const webhook of linked) {
      const outcome = await deleteLink(ports, { organizationId, webhookId: webhook.id, act: step }, channelId);
      if (outcome.kind === 'busy') return false;
    }
    after = page.next;
  } while (after !== undefined);
  return true;
}
