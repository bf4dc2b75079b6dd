import type { PropertyFilterProps } from '@cloudscape-design/components/property-filter';
import { useSearchParams } from 'react-router';
import type { MessageFilters } from './message-queries.ts';
import { toState } from './delivery-status.tsx';

/** Where each filter stands in the address, so that a filtered list can be shared and gone back to. */
const NAMES = {
  webhook: 'webhook',
  channel: 'channel',
  state: 'state',
  tag: 'tag',
  priority: 'priority',
  text: 'q',
  from: 'from',
  to: 'to',
} as const;

/** The filters of the address, and how to change them. */
export function useMessageFilters() {
  const [search, setSearch] = useSearchParams();
  const value = (name: keyof typeof NAMES) => search.get(NAMES[name]) ?? undefined;
  const state = toState(value('state'));
  const priority = toPriority(value('priority'));
  const [webhookId, channelId, tag] = [value('webhook'), value('channel'), value('tag')];
  const [from, to, q] = [value('from'), value('to'), value('text')];
  const filters: MessageFilters = {
    ...(webhookId !== undefined && { webhookId }),
    ...(channelId !== undefined && { channelId }),
    ...(state !== undefined && { state }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(q !== undefined && { q }),
    ...(tag !== undefined && { tag }),
    ...(priority !== undefined && { priority }),
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

/** Every priority there is, by its name in an address. */
export const priorityOptions = ['1', '2', '3', '4', '5'];

function toPriority(text: string | undefined): number | undefined {
  return text !== undefined && priorityOptions.includes(text) ? Number(text) : undefined;
}

/** The filters as the search box shows them. */
export function toTokens(filters: MessageFilters): PropertyFilterProps.Token[] {
  return [
    ...token('webhook', '=', filters.webhookId),
    ...token('channel', '=', filters.channelId),
    ...token('state', '=', filters.state),
    ...token('tag', '=', filters.tag),
    ...token('priority', '>=', filters.priority),
    ...(filters.q === undefined ? [] : [{ operator: ':', value: filters.q }]),
  ];
}

function token(propertyKey: string, operator: string, value: string | number | undefined) {
  return value === undefined ? [] : [{ propertyKey, operator, value: String(value) }];
}

/** The search box as the address writes it; the last of several for the same property counts. */
export function fromTokens(tokens: readonly PropertyFilterProps.Token[]): Record<string, string | undefined> {
  const last = (key: string | undefined) =>
    tokens.findLast(({ propertyKey }) => propertyKey === key)?.value?.toString();
  return {
    [NAMES.webhook]: last('webhook'),
    [NAMES.channel]: last('channel'),
    [NAMES.state]: last('state'),
    [NAMES.tag]: last('tag'),
    [NAMES.priority]: toPriority(last('priority'))?.toString(),
    [NAMES.text]: last(undefined),
  };
}
