import SpaceBetween from '@cloudscape-design/components/space-between';
import SplitPanel from '@cloudscape-design/components/split-panel';
import { Loaded } from '../feedback/loaded.tsx';
import { usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { MessageDetails } from './message-details.tsx';
import { useMessage } from './message-queries.ts';
import { shortTitle } from './short-title.ts';

/** A message beside the list that it was found in. */
export function MessagePanel({ messageId }: { readonly messageId: string }) {
  const to = usePaths();
  const message = useMessage(messageId);
  return (
    <SplitPanel
      header={message.data === undefined ? 'Message' : shortTitle(message.data)}
      hidePreferencesButton
      closeBehavior="hide"
    >
      <SpaceBetween size="m">
        <div className="line">
          <PageLink href={to(`messages/${messageId}`)}>Open its page</PageLink>
          <span className="quiet">
            <kbd>j</kbd> next, <kbd>k</kbd> previous, <kbd>Esc</kbd> close
          </span>
        </div>
        <Loaded query={message}>{(found) => <MessageDetails key={found.id} message={found} />}</Loaded>
      </SpaceBetween>
    </SplitPanel>
  );
}
