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
  const navigation = useNavigation();
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
          navigationOpen={navigation.isOpen}
          onNavigationChange={({ detail }) => navigation.change(detail.open)}
          navigation={
            current && <Navigation id={current.id} role={current.role} onFollowed={() => navigation.reset()} />
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

/**
 * Whether the navigation is open: beside a page, where there is room, and above it on a telephone only when asked for.
 * Before the layout knows its width, it closes the navigation by itself: only clicks count.
 */
function useNavigation() {
  const isPhone = useIsPhone();
  const isByHand = useHand();
  const [chosen, setChosen] = useState<{ readonly isOpen: boolean; readonly isPhone: boolean }>();
  return {
    isOpen: chosen?.isPhone === isPhone ? chosen.isOpen : !isPhone,
    change: (isOpen: boolean) => {
      if (isByHand()) setChosen({ isOpen, isPhone });
    },
    reset: () => setChosen(undefined),
  };
}

/** Whether a click is the cause of what happens. */
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
