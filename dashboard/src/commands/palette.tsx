import Modal from '@cloudscape-design/components/modal';
import './commands.css';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useChannels } from '../channels/channel-queries.ts';
import { type CurrentOrganization, mayIn, useMe } from '../session/organization.tsx';
import { useWebhooks } from '../webhooks/webhook-queries.ts';
import { type Entry, findEntries, messageEntries } from './find-entries.ts';
import { places } from './places.ts';

interface PaletteProps {
  readonly organization: CurrentOrganization;
  readonly onClose: () => void;
}

/** One field that leads everywhere: to pages, webhooks, channels, other organizations, and messages by what they say. */
export function Palette({ organization, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const all = useEntries(organization);
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // After the window has put the focus on its first button: it was opened because somebody wants to type.
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const base = `/o/${organization.id}/`;
  const searches = messageEntries(text).map((entry) => ({ ...entry, href: base + entry.href }));
  const found = [...findEntries(all, text), ...searches];
  const open = (href: string) => {
    onClose();
    void navigate(href);
  };
  return (
    <Modal visible header="Go to" closeAriaLabel="Close" onDismiss={onClose}>
      <search className="palette">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (found[0] !== undefined) open(found[0].href);
          }}
        >
          <input
            ref={field}
            type="search"
            aria-label="Go to"
            autoComplete="off"
            spellCheck={false}
            placeholder="A page, a webhook, a channel, or words or a tag of a message"
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={moveFocus}
          />
        </form>
        <ul aria-label="Found">
          {found.map(({ href, text, kind }) => (
            <li key={href}>
              <Link to={href} onClick={onClose} onKeyDown={moveFocus}>
                <bdi>{text}</bdi>
                <span className="quiet">{kind}</span>
              </Link>
            </li>
          ))}
        </ul>
      </search>
    </Modal>
  );
}

/** Arrows lead from the field through what was found, and around. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = Array.from(event.currentTarget.closest('search')?.querySelectorAll<HTMLElement>('input, a') ?? []);
  const at = stops.findIndex((stop) => stop === document.activeElement);
  stops[(at + step + stops.length) % stops.length]?.focus();
}

/** Everything there is to go to by its name. */
function useEntries(organization: CurrentOrganization): Entry[] {
  const base = `/o/${organization.id}/`;
  const me = useMe();
  const webhooks = useWebhooks();
  const channels = useChannels();
  return [
    ...places
      .filter(({ least }) => mayIn(organization, least))
      .map(({ text, path }) => ({ href: base + path, text, kind: 'Page' })),
    ...(webhooks.data ?? []).map(({ id, name }) => ({ href: `${base}webhooks/${id}`, text: name, kind: 'Webhook' })),
    ...(channels.data ?? []).map(({ id, name }) => ({ href: `${base}channels/${id}`, text: name, kind: 'Channel' })),
    ...(me.data?.organizations ?? [])
      .filter(({ id }) => id !== organization.id)
      .map(({ id, name }) => ({ href: `/o/${id}/`, text: name, kind: 'Organization' })),
  ];
}
