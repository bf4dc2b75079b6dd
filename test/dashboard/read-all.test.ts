import { describe, expect, it } from 'vitest';
import { readAll } from '../../dashboard/src/api/read-all.ts';

/** A list in pages; the cursor is the number of the next one. */
function listOf(pages: readonly (readonly string[])[]) {
  const asked: (string | undefined)[] = [];
  const read = async (cursor: string | undefined) => {
    asked.push(cursor);
    const page = Number(cursor ?? 0);
    return { items: pages[page] ?? [], nextCursor: page + 1 < pages.length ? String(page + 1) : null };
  };
  return { read, asked };
}

describe('a list that is read to its end', () => {
  it('is all pages in their order, each asked for by the cursor of the one before', async () => {
    const { read, asked } = listOf([['a', 'b'], ['c'], ['d']]);

    expect(await readAll(read)).toEqual(['a', 'b', 'c', 'd']);
    expect(asked).toEqual([undefined, '1', '2']);
  });

  it('goes on after an empty page that has a next one', async () => {
    expect(await readAll(listOf([['a'], [], [], ['b']]).read)).toEqual(['a', 'b']);
  });

  it('ends when it has enough', async () => {
    const { read, asked } = listOf([['a'], [], ['b', 'c'], ['d']]);

    expect(await readAll(read, { enough: 2 })).toEqual(['a', 'b', 'c']);
    expect(asked).toHaveLength(3);
  });

  it('ends at its bound when pages never do', async () => {
    const { read, asked } = listOf(Array.from({ length: 300 }, () => ['x']));

    expect(await readAll(read, { maxPages: 3 })).toEqual(['x', 'x', 'x']);
    expect(asked).toHaveLength(3);
    expect(await readAll(read)).toHaveLength(200);
  });

  it('fails as a whole when a page does', async () => {
    const read = async (cursor: string | undefined) => {
      if (cursor === '1') throw new Error('gone');
      return { items: ['a'], nextCursor: '1' };
    };

    await expect(readAll(read)).rejects.toThrow('gone');
  });
});
