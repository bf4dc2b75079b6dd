import { eventually } from '../integration/eventually.ts';

const PATIENCE_MS = 20_000;

/** An open stream. */
export interface EventStream {
  readonly response: Response;
  /** The blocks so far, comments too. */
  readonly blocks: readonly string[];
  /** Waits for a block that holds `text`. */
  block(text: string, withinMs?: number): Promise<string>;
  /** Settles when the server ends the stream. */
  readonly ended: Promise<void>;
  readonly close: () => void;
}

/** Opens a stream, whatever the answer. */
export async function openStream(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const blocks: string[] = [];
  // Ends with an error when it is closed from this side.
  const ended = read(response, blocks).catch(() => {});
  return {
    response,
    blocks,
    block: async (text, withinMs = PATIENCE_MS) =>
      eventually(async () => blocks.find((block) => block.includes(text)), withinMs).catch(() => {
        throw new Error(`no block with ${JSON.stringify(text)} came; those that came: ${JSON.stringify(blocks)}`);
      }),
    ended,
    close: () => abort.abort(),
  };
}

async function read(response: Response, blocks: string[]): Promise<void> {
  if (response.body === null) return;
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split('\n\n');
    rest = parts.pop() ?? '';
    blocks.push(...parts);
  }
}
