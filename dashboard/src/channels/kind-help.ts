import type { HelpPage } from '../../help/help-pages.ts';
import type { ChannelKind } from '../api/types.ts';

/** Kinds that are no service of their own, and so have no page of their own. */
const pages: Readonly<Partial<Record<ChannelKind['name'], HelpPage>>> = {
  webhook: 'delivery',
  'live-stream': 'live-stream',
};

/** The page about a kind of channel: setting it up, what its messages look like, its limits. */
export function helpOf(kind: ChannelKind['name']): HelpPage {
  return pages[kind] ?? `channels/${kind}`;
}
