import AppLayout from '@cloudscape-design/components/app-layout';
import { Suspense, useState } from 'react';
import { Outlet, useParams } from 'react-router';
import { Commands } from '../commands/commands.tsx';
import { Empty } from '../feedback/empty.tsx';
import { Loaded, Loading } from '../feedback/loaded.tsx';
import { NoticeBar } from '../feedback/notices.tsx';
import type { Me } from '../api/types.ts';
import { OrganizationContext, useMe } from '../session/organization.tsx';
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

/** Whether there is room for the navigation beside a page; where there is not, it lies above and closes after use. */
const isWide = () => matchMedia('(min-width: 689px)').matches;

/** The layout closes the navigation by itself while it does not know yet how wide it is: nobody has touched the page. */
const isClosedTooEarly = () => isWide() && !navigator.userActivation.hasBeenActive;
