import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** How far each page of this tab's history was scrolled, by the key of its entry. Gone with the tab. */
const places = new Map<string, number>();
const MAX_PLACES = 100;
/** How long a page that is still being drawn may take to be as high as it was, in milliseconds. */
const PATIENCE_MS = 2000;

/** Has *back* lead to the very place of a list that one left, and a link to the top of its page. */
export function useScrollPlace(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    history.scrollRestoration = 'manual';
    let frame = 0;
    if (type !== NavigationType.Replace) {
      const wanted = type === NavigationType.Pop ? (places.get(key) ?? 0) : 0;
      const until = performance.now() + PATIENCE_MS;
      const restore = () => {
        scrollTo({ top: wanted });
        if (Math.abs(scrollY - wanted) > 1 && performance.now() < until) frame = requestAnimationFrame(restore);
      };
      restore();
    }
    const remember = () => {
      places.delete(key);
      places.set(key, scrollY);
      const [oldest] = places.keys();
      if (places.size > MAX_PLACES && oldest !== undefined) places.delete(oldest);
    };
    // Whoever scrolls by hand does not want to be led back.
    const stop = () => cancelAnimationFrame(frame);
    addEventListener('scroll', remember, { passive: true });
    addEventListener('wheel', stop, { passive: true });
    addEventListener('touchmove', stop, { passive: true });
    return () => {
      stop();
      removeEventListener('scroll', remember);
      removeEventListener('wheel', stop);
      removeEventListener('touchmove', stop);
    };
  }, [key, type]);
}
