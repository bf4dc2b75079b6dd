import Link from '@cloudscape-design/components/link';
import type { ReactNode } from 'react';
import { useFollow } from './navigate.ts';

interface PageLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link to another page of the dashboard. */
export function PageLink({ href, children }: PageLinkProps) {
  return (
    <Link href={href} onFollow={useFollow()}>
      {children}
    </Link>
  );
}
