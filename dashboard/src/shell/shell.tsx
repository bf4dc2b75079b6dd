import AppLayout, { type AppLayoutProps } from '@cloudscape-design/components/app-layout';
import { lazy, Suspense, useState } from 'react';
import { Outlet, useParams } from 'react-router';
import { Commands } from '../commands/commands.tsx';
import { Empty } from '../feedback/empty.tsx';
import { Loaded, Loading } from '../feedback/loaded.tsx';
import { NoticeBar } from '../feedback/notices.tsx';
import type { Me } from '../api/types.ts';
import { useSelectedMessage } from '../messages/selected-message.ts';
import { OrganizationContext, useMe } from '../session/organization.tsx';
import { useIsPhone } from './is-phone.ts';
import { Navigation } from './navigation.tsx';
import { PageLink } from './page-link.tsx';
import { useScrollPlace } from './scroll-place.ts';
import { TopBar } from './top-bar.tsx';

/** Bar, navigation and the page of the address, within one organization. */
export function Shell() {
  return <Loaded query={useMe()}>{(me) => <Frame me={me} />}</Loaded>;
}

function Frame({ me }: { readonly me: Me }) {
  const { organizationId } = useParams();
  useScrollPlace();
  const current = me.organizations.find(({ id }) => id === organizationId);
  const panel = useMessagePanel();
  const [isNavigationOpen, setNavigationOpen] = useState(isWide);
  return (
    <OrganizationContext value={current}>
      <Commands organization={current}>
        <div id="top-bar">
          <TopBar me={me} {...(current && { current })} />
        </div>
        <AppLayout
          headerSelector="#top-bar"
          toolsHide
          {...panel}
          navigationHide={current === undefined}
          navigationOpen={isNavigationOpen}
          onNavigationChange={({ detail }) => setNavigationOpen(detail.open || isClosedTooEarly())}
          navigation={
            current && <Navigation id={current.id} role={current.role} onFollowed={() => setNavigationOpen(isWide())} />
          }
          notifications={<NoticeBar />}
          content={
            current === undefined ? (
              <Empty title="There is no such organization, or you are not a member of it">
                <PageLink href="/">Go to one of your own</PageLink>, or ask its owner for an invitation.
              </Empty>
            ) : (
              <Suspense fallback={<Loading />}>
                <Outlet />
              </Suspense>
            )
          }
        />
      </Commands>
    </OrganizationContext>
  );
}

const MessagePanel = lazy(async () => ({ default: (await import('../messages/message-panel.tsx')).MessagePanel }));

/** Room for a payload and the attempts of a delivery beside a list, in pixels. */
const PANEL_WIDTH = 560;

/** What is open beside a page; a telephone has no room for it. */
function useMessagePanel(): Partial<AppLayoutProps> {
  const { selected, select } = useSelectedMessage();
  const isPhone = useIsPhone();
  const [size, setSize] = useState(PANEL_WIDTH);
  const isOpen = selected !== undefined && !isPhone;
  return {
    splitPanel: isOpen && (
      <Suspense fallback={null}>
        <MessagePanel messageId={selected} />
      </Suspense>
    ),
    // Said from the start: the layout does not take it later.
    splitPanelOpen: isOpen,
    splitPanelSize: size,
    splitPanelPreferences: { position: 'side' },
    onSplitPanelToggle: () => select(undefined),
    onSplitPanelResize: ({ detail }) => setSize(detail.size),
  };
}

/** Whether there is room for the navigation beside a page; where there is not, it lies above and closes after use. */
const isWide = () => matchMedia('(min-width: 689px)').matches;

/** The layout closes the navigation by itself while it does not know yet how wide it is: nobody has touched the page. */
const isClosedTooEarly = () => isWide() && !navigator.userActivation.hasBeenActive;
