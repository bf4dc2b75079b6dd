import { expect, it } from 'vitest';
import { routesOf } from '../../dashboard/src/messages/routes-of.ts';

const delivery = (channelId: string, state: 'failed' | 'delivered' | 'retrying' | 'skipped') => ({
  channelId,
  channelName: channelId,
  kind: 'slack' as const,
  state,
  attempts: [],
});

it('has one route for each linked channel, what must be looked at first', () => {
  const message = {
    routing: [
      { channelId: 'fine', matched: true, reason: 'Everything matches' },
      { channelId: 'filtered', matched: false, reason: 'Priority is 2; needs ≥ 4' },
      { channelId: 'broken', matched: true, reason: 'Everything matches' },
      { channelId: 'coming', matched: true, reason: 'Everything matches' },
    ],
    deliveries: [delivery('fine', 'delivered'), delivery('broken', 'failed')],
  };

  const routes = routesOf(message);

  expect(routes.map(({ channelId }) => channelId)).toEqual(['broken', 'coming', 'fine', 'filtered']);
  expect(routes.find(({ channelId }) => channelId === 'filtered')).toEqual({
    channelId: 'filtered',
    matched: false,
    reason: 'Priority is 2; needs ≥ 4',
    delivery: undefined,
  });
});

it('keeps a delivery that no link of today explains, as after a replay', () => {
  const routes = routesOf({ routing: [], deliveries: [delivery('old', 'retrying')] });

  expect(routes).toMatchObject([{ channelId: 'old', matched: true, reason: undefined }]);
});
