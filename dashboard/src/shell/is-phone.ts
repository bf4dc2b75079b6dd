import { useSyncExternalStore } from 'react';

/** As wide as the design system takes a telephone to be. */
const phone = matchMedia('(max-width: 688px)');

/** Whether the page is as narrow as on a telephone. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches);
}

function subscribe(onChange: () => void): () => void {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
}
