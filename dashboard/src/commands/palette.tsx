import Modal from '@cloudscape-design/components/modal';
import './commands.css';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useChannels } from '../channels/channel-queries.ts';
import { type CurrentOrganization, mayIn, useMe } from '../session/organization.tsx';
import { useWebhooks } from '../webhooks/webhook-queries.ts';
import { type Entry, findEntries, messageEntry } from './find-entries.ts';
import { places } from './places.ts';

interface PaletteProps {
  readonly organization: CurrentOrganization;
  readonly onClose: () => void;
}

/** One field that leads everywhere: to pages, webhooks, channels, other organizations, and messages by what they say. */
export function Palette({ organization, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const listId = useId();
  const all = useEntries(organization);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const search = messageEntry(text);
  const base = `/o/${organization.id}/`;
  const found = [...findEntries(all, text), ...(search === undefined ? [] : [{ ...search, href: base + search.href }])];
  const at = Math.min(chosen, found.length - 1);
  const open = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    onClose();
    void navigate(entry.href);
  };
  const press = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === 'Enter') open(found[at]);
    else if (step !== undefined) setChosen((at + step + found.length) % found.length);
    else return;
    event.preventDefault();
  };
  return (
    <Modal visible header="Go to" closeAriaLabel="Close" onDismiss={onClose}>
      <input
        className="palette-field"
        role="combobox"
        aria-label="Go to"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={`${listId}-${at}`}
        autoComplete="off"
        spellCheck={false}
        placeholder="A page, a webhook, a channel, or words of a message"
        value={text}
        // The window opened because somebody wants to type.
        autoFocus
        onChange={({ target }) => {
          setText(target.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <div id={listId} role="listbox" aria-label="Found" className="palette-list">
        {found.map((entry, index) => (
          <div
            key={entry.href}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            ref={index === at ? intoView : null}
            onClick={() => open(entry)}
            onKeyDown={press}
          >
            <bdi>{entry.text}</bdi>
            <span className="quiet">{entry.kind}</span>
          </div>
        ))}
      </div>
    </Modal>
  );
}

function intoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
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
