import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';

/** Buttons beside each other. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return (
    <SpaceBetween direction="horizontal" size="xs" alignItems="center">
      {children}
    </SpaceBetween>
  );
}
