import Modal from '@cloudscape-design/components/modal';
import './commands.css';
import { places } from './places.ts';

const keys: readonly (readonly [keys: string, meaning: string])[] = [
  ['Ctrl K or ⌘ K', 'Search and go anywhere'],
  ['/', 'Search this page'],
  ...places.flatMap(({ key, text }): [string, string][] => (key === undefined ? [] : [[`g ${key}`, text]])),
  ['j and k', 'Next and previous message'],
  ['?', 'Show these shortcuts'],
];

/** Which keys do what. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal visible header="Keyboard shortcuts" closeAriaLabel="Close" onDismiss={onClose}>
      <dl className="keys">
        {keys.map(([press, meaning]) => (
          <div key={press}>
            <dt>
              <kbd>{press}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
