import { describe, expect, it } from 'vitest';
import { faultsAt } from '../../dashboard/src/forms/faults-at.ts';

const faults = [
  { path: 'config.secret', message: 'give it again' },
  { path: 'config.headers.x-a', message: 'give it again' },
  { path: 'config.headers.x-b', message: 'give it again, too' },
];

describe('what is wrong with a field', () => {
  it('stands beside it', () => {
    expect(faultsAt('config.secret', faults)).toBe('Give it again');
    expect(faultsAt('config.url', faults)).toBe('');
  });

  it('names each part of it that is wrong', () => {
    expect(faultsAt('config.headers', faults)).toBe('x-a: give it again x-b: give it again, too');
  });
});
