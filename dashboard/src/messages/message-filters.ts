import type { PropertyFilterProps } from '@cloudscape-design/components/property-filter';
import { useSearchParams } from 'react-router';
import type { MessageFilters } from './message-queries.ts';
import { toState } from './delivery-status.tsx';

/** Where each filter stands in the address, so that a filtered list can be shared and gone back to. */
const NAMES = { webhook: 'webhook', state: 'state', text: 'q', from: 'from', to: 'to' } as const;

/** The filters of the address, and how to change them. */
export function useMessageFilters() {
  const [search, setSearch] = useSearchParams();
  const value = (name: keyof typeof NAMES) => search.get(NAMES[name]) ?? undefined;
  const state = toState(value('state'));
  const [webhookId, from, to, q] = [value('webhook'), value('from'), value('to'), value('text')];
  const filters: MessageFilters = {
    ...(webhookId !== undefined && { webhookId }),
    ...(state !== undefined && { state }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(q !== undefined && { q }),
  };
  const change = (next: Readonly<Record<string, string | undefined>>) =>
    setSearch((now) => {
      const kept = new URLSearchParams(now);
      for (const [name, text] of Object.entries(next)) {
        if (text === undefined || text === '') kept.delete(name);
        else kept.set(name, text);
      }
      return kept;
    });
  return { filters, change };
}

/** The filters as the search box shows them. */
export function toTokens({ webhookId, state, q }: MessageFilters): PropertyFilterProps.Token[] {
  return [
    ...(webhookId === undefined ? [] : [{ propertyKey: 'webhook', operator: '=', value: webhookId }]),
    ...(state === undefined ? [] : [{ propertyKey: 'state', operator: '=', value: state }]),
    ...(q === undefined ? [] : [{ operator: ':', value: q }]),
  ];
}

/** The search box as the address writes it; the last of several for the same property counts. */
export function fromTokens(tokens: readonly PropertyFilterProps.Token[]): Record<string, string | undefined> {
  const last = (key: string | undefined) =>
    tokens.findLast(({ propertyKey }) => propertyKey === key)?.value?.toString();
  return { [NAMES.webhook]: last('webhook'), [NAMES.state]: last('state'), [NAMES.text]: last(undefined) };
}
