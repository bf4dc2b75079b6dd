import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../core/filter/filter.ts';
import { UNDECIDED } from '../../../core/filter/evaluate.ts';
import { notesOfRouting, route } from '../../../core/sending/route.ts';

const numbers = Array.from({ length: 20_000 }, (_, index) => index);
const notification = { tags: [], payload: { env: 'production', numbers } };
const cheap: Filter = { path: 'env', op: 'eq', value: 'production' };
const wildcards = (count: number): Filter => ({
  any: Array.from({ length: count }, () => ({ path: 'numbers[*]', op: 'eq', value: -1 })),
});
const links = (...filters: (Filter | null)[]) => ({
  links: filters.map((filter, index) => ({
    channelId: `ch_${index}`,
    kind: 'webhook' as const,
    enabled: true,
    filter,
  })),
});

describe('filters of one send that together would take very long', () => {
  it('keep no other link from being decided, wherever it stands', async () => {
    const bombs = Array.from({ length: 40 }, () => wildcards(60));

    const routing = await route(links(...bombs, cheap, null, ...bombs), notification);

    expect(routing.filter(({ matched }) => matched).map(({ channelId }) => channelId)).toEqual(['ch_40', 'ch_41']);
    expect(routing.filter(({ reason }) => reason === UNDECIDED)).toHaveLength(80);
  });

  it('leave what cheap ones do not need to a dear one', async () => {
    // More than a tenth of all steps, less than all of them.
    const dear = wildcards(40);

    const routing = await route(links(dear, ...Array.from({ length: 19 }, () => cheap)), notification);

    expect(routing[0]).toMatchObject({ matched: false, reason: expect.stringContaining('does not hold') });
  });

  it('are noted once for the message, and not at all when all are decided', async () => {
    const one = await route(
      links(wildcards(60), wildcards(60), ...Array.from({ length: 60 }, () => wildcards(60))),
      notification,
    );
    const none = await route(links(cheap), notification);

    expect(notesOfRouting(one)).toEqual([expect.stringMatching(/^\d+ filters could not be decided: too many steps/)]);
    expect(
      notesOfRouting(one.slice(0, 0).concat(one.filter(({ reason }) => reason === UNDECIDED).slice(0, 1))),
    ).toEqual(['1 filter could not be decided: too many steps over this body']);
    expect(notesOfRouting(none)).toEqual([]);
  });
});

describe('a link that is switched off', () => {
  it('is not evaluated', async () => {
    const [link] = links(cheap).links;
    const routing = await route({ links: link === undefined ? [] : [{ ...link, enabled: false }] }, notification);

    expect(routing).toEqual([
      { channelId: 'ch_0', kind: 'webhook', matched: false, reason: 'the link is switched off' },
    ]);
  });
});
