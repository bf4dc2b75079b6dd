import type { AcceptPorts, ClaimedSlot } from '../../core/sending/accept.ts';

/** The memory of identified sends in memory, by the same rules as the table: the contract suite runs against both. */
export function memoryDuplicates(): AcceptPorts['duplicates'] {
  const slots = new Map<string, ClaimedSlot>();
  const keyOf = ({ webhookId, id }: { webhookId: string; id: string }) => JSON.stringify([webhookId, id]);
  return {
    async claim(send, proposed) {
      const known = slots.get(keyOf(send));
      if (known !== undefined && proposed.at < known.at + 24 * 60 * 60 * 1000) return known;
      slots.set(keyOf(send), { ...proposed, state: 'incomplete' });
      return { ...proposed, state: 'new' };
    },
    async complete(send) {
      const known = slots.get(keyOf(send));
      if (known !== undefined) slots.set(keyOf(send), { ...known, state: 'complete' });
    },
  };
}
