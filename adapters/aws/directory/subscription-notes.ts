import { newlyAccepted } from '../../../core/channels/push-subscriptions.ts';
import { webPushConfigOf } from '../../../core/channels/web-push.ts';
import type { EffectPorts } from '../../../core/delivery/delivery-ports.ts';
import { entryOf, type EntryPorts, systemAct } from '../../../core/directory/audit.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { auditWrite } from './audit-repository.ts';
import { directoryKeys as keys } from './directory-keys.ts';
import { transact } from './transact.ts';

/** An expression of an update has at most 4 KB. */
const MAX_PLACES = 40;

const reason = 'the push service says that they are not subscribed any more';

/**
 * Records on a web push channel when push services took messages, and removes the browsers that are gone, with an audit
 * entry. It reads and writes nothing else of the channel, so no operator's change is lost.
 */
export function createSubscriptionNotes(
  db: DocumentClient,
  table: string,
  ports: EntryPorts,
): NonNullable<EffectPorts['noteRecipients']> {
  return async (channel, { reached, gone }) => {
    const acceptedAt = ports.now();
    const accepted = newlyAccepted(webPushConfigOf(channel.config).subscriptions, reached, acceptedAt);
    for (const ids of inChunks(gone)) {
      const { organizationId, id: target } = channel;
      const before = { browsers: ids };
      const act = systemAct('channel.browser-unsubscribed', reason);
      const removal = updateOf(channel, ids, (places) => ({ removal: `REMOVE ${places.join(', ')}` }));
      const entry = entryOf(ports, act, { organizationId, target, before });
      // If the write is refused, the browsers are still gone, and the next delivery reports them again.
      await transact(db, [{ Update: removal }, auditWrite(table, entry)]);
    }
    for (const ids of inChunks(accepted)) {
      const note = updateOf(channel, ids, (places) => ({
        set: places.map((place) => `, ${place}.acceptedAt = :at`).join(''),
        values: { ':at': acceptedAt },
      }));
      await transact(db, [{ Update: note }]);
    }
  };

  /** Changes subscriptions if all still exist; otherwise one has just unsubscribed, and nothing changes. */
  function updateOf(
    { organizationId, id }: Channel,
    ids: readonly string[],
    changed: (places: readonly string[]) => { set?: string; removal?: string; values?: Record<string, unknown> },
  ) {
    const places = ids.map((_, index) => `config.subscriptions.#s${index}`);
    const { set = '', removal = '', values = {} } = changed(places);
    return {
      TableName: table,
      Key: keys.channel(organizationId, id),
      UpdateExpression: `SET version = version + :one${set} ${removal}`,
      ConditionExpression: places.map((place) => `attribute_exists(${place})`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(ids.map((name, index) => [`#s${index}`, name])),
      ExpressionAttributeValues: { ':one': 1, ...values },
    };
  }
}

function inChunks(ids: readonly string[]): readonly string[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_PLACES) }, (_, index) =>
    ids.slice(index * MAX_PLACES, (index + 1) * MAX_PLACES),
  );
}
