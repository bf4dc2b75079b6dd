import type { ReactNode } from 'react';

/** Text that breaks between words: the design system's status indicators break anywhere. */
export function WholeWords({ children }: { readonly children: ReactNode }) {
  return <span className="whole-words">{children}</span>;
}
