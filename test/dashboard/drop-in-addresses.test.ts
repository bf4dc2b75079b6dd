import { expect, it } from 'vitest';
import { dialectNames } from '../../core/notification/dialects/dialect-names.ts';
import { dropInAddresses } from '../../dashboard/src/webhooks/drop-in-addresses.ts';

it('the dashboard shows the address of every product that the router speaks for', () => {
  const shown = dropInAddresses.map(({ path }) => path);

  expect(shown.toSorted()).toEqual([...dialectNames, 'slack'].map((name) => `/${name}`).toSorted());
});
