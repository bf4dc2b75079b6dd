import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { describeFailure } from '../api/api-error.ts';

interface Notices {
  /** Says that something was done. */
  readonly tell: (text: string) => void;
  /** Says that something failed, and what to do. */
  readonly fail: (error: unknown) => void;
}

const NoticesContext = createContext<Notices | undefined>(undefined);
const ItemsContext = createContext<readonly FlashbarProps.MessageDefinition[]>([]);

const MAX_SHOWN = 3;
const SHOWN_MS = 6000;

/** Keeps what the pages have to say; {@link NoticeBar} shows it. */
export function NoticesProvider({ children }: { readonly children: ReactNode }) {
  const [items, setItems] = useState<readonly FlashbarProps.MessageDefinition[]>([]);

  const add = useCallback((item: FlashbarProps.MessageDefinition) => {
    const id = crypto.randomUUID();
    const dismiss = () => setItems((now) => now.filter((other) => other.id !== id));
    const shown = { ...item, id, dismissible: true, dismissLabel: 'Dismiss', onDismiss: dismiss };
    setItems((now) => [shown, ...now].slice(0, MAX_SHOWN));
    // What went well needs no click; a failure stays until it is read.
    if (item.type === 'success') setTimeout(dismiss, SHOWN_MS);
  }, []);

  const notices = useMemo<Notices>(
    () => ({
      tell: (text) => add({ type: 'success', content: text }),
      fail: (error) => add({ type: 'error', ...describeFailure(error) }),
    }),
    [add],
  );

  return (
    <NoticesContext value={notices}>
      <ItemsContext value={items}>{children}</ItemsContext>
    </NoticesContext>
  );
}

/** The notices, for the place above the page. */
export function NoticeBar() {
  return <Flashbar items={[...useContext(ItemsContext)]} />;
}

/** @throws outside of a NoticesProvider */
export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (notices === undefined) throw new Error('useNotices is used outside of NoticesProvider');
  return notices;
}
