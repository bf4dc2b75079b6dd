/** What a key press asks for. */
export type Command =
  | { readonly kind: 'palette' }
  | { readonly kind: 'help' }
  | { readonly kind: 'search' }
  | { readonly kind: 'go'; readonly key: string };

/** A key press, as far as it matters here. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** Into a field: then letters are letters. */
  readonly isTyping: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** How long `g` waits for the letter after it, in milliseconds. */
const CHORD_MS = 1500;

/** Makes what turns key presses into commands, one after the other. */
export function createKeys(): (press: Press) => Command | undefined {
  let prefixAt = -Infinity;
  return ({ key, ctrlKey, metaKey, altKey, isTyping, at }) => {
    const isChord = at - prefixAt < CHORD_MS;
    prefixAt = -Infinity;
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return { kind: 'palette' };
    if (isTyping || ctrlKey || metaKey || altKey) return undefined;
    if (isChord) return { kind: 'go', key };
    if (key === 'g') prefixAt = at;
    if (key === '/') return { kind: 'search' };
    return key === '?' ? { kind: 'help' } : undefined;
  };
}
