import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { type CurrentOrganization, mayIn } from '../session/organization.tsx';
import { createKeys } from './keys.ts';
import { places } from './places.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }));

type Opened = 'palette' | 'help';

const OpenContext = createContext<(what: Opened) => void>(() => {});

/** Opens the palette, or the list of keys. */
export function useOpenCommands(): (what: Opened) => void {
  return useContext(OpenContext);
}

interface CommandsProps {
  readonly organization: CurrentOrganization | undefined;
  readonly children: ReactNode;
}

/** Everything by the keyboard: the palette, the search of a page, and one's way through the pages. */
export function Commands({ organization, children }: CommandsProps) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened>();
  const keys = useMemo(() => createKeys(), []);
  useEffect(() => {
    if (organization === undefined) return undefined;
    const go = (key: string) => {
      const place = places.find((known) => known.key === key && mayIn(organization, known.least));
      if (place !== undefined) void navigate(`/o/${organization.id}/${place.path}`);
    };
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const command = keys({ ...modifiersOf(event), isTyping: isField(event.target), at: Date.now() });
      if (command === undefined || (command.kind !== 'palette' && hasDialog())) return;
      event.preventDefault();
      if (command.kind === 'go') go(command.key);
      else if (command.kind !== 'search') setOpened(command.kind);
      else if (!focusSearch()) setOpened('palette');
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [organization, navigate, keys]);
  const close = () => setOpened(undefined);
  return (
    <OpenContext value={setOpened}>
      {children}
      <Suspense>
        {opened === 'palette' && organization !== undefined && <Palette organization={organization} onClose={close} />}
        {opened === 'help' && <KeyHelp onClose={close} />}
      </Suspense>
    </OpenContext>
  );
}

const modifiersOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => ({ key, ctrlKey, metaKey, altKey });

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** Menus that are closed are dialogs of the design system, too. */
const hasDialog = (): boolean => document.querySelector('[role=dialog]:not([data-open=false])') !== null;

/** Puts the cursor into the first search field of the page, if there is one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>('main input[type=search], main input[role=combobox]');
  field?.focus();
  return field !== null;
}
