import { severalLines } from '../terminal/safe-text.ts';

const LINES = 20;
/** More than the lines that are sent can need; what comes before it is forgotten. */
const KEPT_BYTES = 16 * 1024;
const SENT_CHARACTERS = 3000;

/** The end of what a command printed, on both its streams in the order of arrival. */
export class LastLines {
  private chunks: Buffer[] = [];
  private size = 0;

  /** Takes what was printed next. */
  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    // Not each time: a command may print a million short lines.
    if (this.size > 2 * KEPT_BYTES) this.forget();
  }

  /** The last lines, without colours, as they stand after what overwrote them. */
  text(): string {
    const lines = new TextDecoder()
      .decode(this.forget())
      .replaceAll('\r\n', '\n')
      .split('\n')
      // A progress bar returns to the start of its line; the last of it is what one sees.
      .map((line) => line.split('\r').findLast((part) => part !== '') ?? '');
    const last = severalLines(lines.join('\n')).split('\n').slice(-LINES).join('\n');
    return Array.from(last).slice(-SENT_CHARACTERS).join('');
  }

  private forget(): Buffer {
    const kept = Buffer.concat(this.chunks).subarray(-KEPT_BYTES);
    this.chunks = [kept];
    this.size = kept.length;
    return kept;
  }
}
