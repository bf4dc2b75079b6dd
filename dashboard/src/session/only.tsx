import { Outlet } from 'react-router';
import type { Role } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { useMay, usePaths } from './organization.tsx';

/** Pages for those who have at least this role; others may still come by an address that they were given. */
export function Only({ least }: { readonly least: Role }) {
  const to = usePaths();
  if (useMay(least)) return <Outlet />;
  return (
    <Empty title={`This page is for ${least}s of the organization`}>
      Ask an owner to do it, or to give you the role. <PageLink href={to('')}>Go to the overview</PageLink>
    </Empty>
  );
}
