import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { FigurePage } from '../../../core/figures/page.ts';

/** A page as it lies in the table: names repeat so often that it shrinks to a fraction, and every write is paid by size. */
export function packPage(page: FigurePage): Uint8Array {
  return deflateRawSync(JSON.stringify(page));
}

/** The page that was packed. */
export function unpackPage(packed: Uint8Array): FigurePage {
  return FigurePage.parse(JSON.parse(inflateRawSync(packed).toString('utf8')));
}
