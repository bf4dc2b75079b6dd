import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { carrier, Content, flat } from '../../../core/message/content.ts';

const Carrier = carrier({ id: z.string(), note: z.exactOptional(z.string()) });
const row = { id: 'a', title: 'T', message: 'M', priority: 4, tags: ['x'], expiresAt: 7 };

describe('a carrier of a content', () => {
  it('has what it says under content, and leaves out what it does not know', () => {
    const content = { title: 'T', message: 'M', priority: 4, tags: ['x'] };

    expect(Carrier.parse(row)).toStrictEqual({ id: 'a', content });
  });

  it('is refused when it lacks a field of its own or of the content', () => {
    for (const field of ['id', 'message', 'tags']) {
      expect(Carrier.safeParse({ ...row, [field]: undefined }).error?.issues).toMatchObject([{ path: [field] }]);
    }
  });

  it('comes back as it was stored, whatever it says', () => {
    const content = fc.record(
      { title: fc.string(), message: fc.string(), priority: fc.nat(), tags: fc.array(fc.string()) },
      { requiredKeys: ['message', 'tags'], noNullPrototype: true },
    );
    fc.assert(
      fc.property(content, fc.string(), (said, id) => {
        expect(flat(Carrier.parse({ ...said, id }))).toStrictEqual({ ...said, id });
      }),
    );
  });
});

describe('a content', () => {
  it('has its fields in the order in which machines are told them', () => {
    const parsed = Content.parse({ tags: [], priority: 1, message: 'M', title: 'T' });

    expect(Object.keys(parsed)).toEqual(['title', 'message', 'priority', 'tags']);
  });
});
