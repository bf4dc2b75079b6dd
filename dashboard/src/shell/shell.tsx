import AppLayout, { type AppLayoutProps } from '@cloudscape-design/components/app-layout';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
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
  useMendedToolbar();
  const current = me.organizations.find(({ id }) => id === organizationId);
  const panel = useMessagePanel();
  const [isNavigationOpen, setNavigationOpen] = useState(isWide);
  const isByHand = useHand();
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
          onNavigationChange={({ detail }) => setNavigationOpen(detail.open || (isWide() && !isByHand()))}
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

/**
 * On a telephone, the design system gives its toolbar's `nav` an `aria-orientation`, which ARIA does not allow there. It
 * never changes it, so once removed it stays away until the toolbar is drawn anew.
 */
function useMendedToolbar(): void {
  const isPhone = useIsPhone();
  useEffect(() => {
    if (isPhone) document.querySelector('nav[aria-orientation]')?.removeAttribute('aria-orientation');
  });
}

/** Whether there is room for the navigation beside a page; where there is not, it lies above and closes after use. */
const isWide = () => matchMedia('(min-width: 689px)').matches;

/** Whether a click is the cause of what happens: before the layout knows its width, it closes the navigation by itself. */
function useHand(): () => boolean {
  const isClicking = useRef(false);
  useEffect(() => {
    const begin = () => {
      isClicking.current = true;
      setTimeout(() => (isClicking.current = false));
    };
    addEventListener('click', begin, true);
    return () => removeEventListener('click', begin, true);
  }, []);
  return () => isClicking.current;
}
