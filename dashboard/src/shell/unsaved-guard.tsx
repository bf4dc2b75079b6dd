import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Dialog } from './dialog.tsx';

/** Asks before what was typed here and not saved is lost, by a link or by closing the tab. */
export function UnsavedGuard({ when }: { readonly when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [when]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      title="Leave without saving?"
      action="Leave"
      cancel="Stay"
      onAction={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      Your changes have not been saved.
    </Dialog>
  );
}
