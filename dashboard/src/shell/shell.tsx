import AppLayout from '@cloudscape-design/components/app-layout';
import SideNavigation, { type SideNavigationProps } from '@cloudscape-design/components/side-navigation';
import { Suspense, useState } from 'react';
import { Outlet, useLocation, useParams } from 'react-router';
import { Empty } from '../feedback/empty.tsx';
import { Loaded, Loading } from '../feedback/loaded.tsx';
import { NoticeBar } from '../feedback/notices.tsx';
import type { Me, Role } from '../api/types.ts';
import { OrganizationContext, useMe } from '../session/organization.tsx';
import { useFollow } from './navigate.ts';
import { PageLink } from './page-link.tsx';
import { TopBar } from './top-bar.tsx';

/** Bar, navigation and the page of the address, within one organization. */
export function Shell() {
  return <Loaded query={useMe()}>{(me) => <Frame me={me} />}</Loaded>;
}

function Frame({ me }: { readonly me: Me }) {
  const { organizationId } = useParams();
  const current = me.organizations.find(({ id }) => id === organizationId);
  const [isNavigationOpen, setNavigationOpen] = useState(isWide);
  return (
    <>
      <div id="top-bar">
        <TopBar me={me} {...(current && { current })} />
      </div>
      <OrganizationContext value={current}>
        <AppLayout
          headerSelector="#top-bar"
          toolsHide
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
                <PageLink href="/">Go to one of yours</PageLink>, or ask its owner for an invitation.
              </Empty>
            ) : (
              <Suspense fallback={<Loading />}>
                <Outlet />
              </Suspense>
            )
          }
        />
      </OrganizationContext>
    </>
  );
}

/** Whether there is room for the navigation beside a page; where there is not, it lies above and closes after use. */
const isWide = () => matchMedia('(min-width: 689px)').matches;

/** The layout closes the navigation by itself while it does not know yet how wide it is: nobody has touched the page. */
const isClosedTooEarly = () => isWide() && !navigator.userActivation.hasBeenActive;

interface NavigationProps {
  readonly id: string;
  readonly role: Role;
  readonly onFollowed: () => void;
}

function Navigation({ id, role, onFollowed }: NavigationProps) {
  const { pathname } = useLocation();
  const follow = useFollow();
  const base = `/o/${id}/`;
  const [section = ''] = pathname.slice(base.length).split('/');
  const items: SideNavigationProps.Item[] = [
    { type: 'link', text: 'Overview', href: base },
    { type: 'link', text: 'Messages', href: `${base}messages` },
    { type: 'link', text: 'Webhooks', href: `${base}webhooks` },
    { type: 'link', text: 'Channels', href: `${base}channels` },
    ...(role === 'member' ? [] : [{ type: 'link' as const, text: 'First steps', href: `${base}start` }]),
    { type: 'divider' },
    { type: 'link', text: 'Members', href: `${base}members` },
    ...(role === 'owner' ? [{ type: 'link' as const, text: 'Tokens', href: `${base}tokens` }] : []),
    { type: 'link', text: 'Audit log', href: `${base}audit` },
    { type: 'link', text: 'Settings', href: `${base}settings` },
  ];
  return (
    <SideNavigation
      activeHref={base + section}
      items={items}
      onFollow={(event) => {
        follow(event);
        onFollowed();
      }}
    />
  );
}
