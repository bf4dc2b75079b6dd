import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DeliveryState } from '../../core/delivery/delivery.ts';
import type { DeliveryState as State } from '../../dashboard/src/api/types.ts';
import { MessageStatus, stateOptions, toState } from '../../dashboard/src/messages/delivery-status.tsx';
import { messageWith } from './messages.ts';

const shown = (...states: State[]) =>
  renderToStaticMarkup(createElement(MessageStatus, { message: messageWith(states) }))
    .replaceAll(/<[^>]*>/g, '')
    .trim();

describe('how a message stands', () => {
  it('is how all its deliveries stand, when they stand alike', () => {
    expect(shown('delivered', 'delivered')).toBe('Delivered');
    expect(shown('retrying')).toBe('Waiting to retry');
  });

  it.each<[State[], string]>([
    [['delivered', 'failed', 'retrying'], 'Failed (1 of 3)'],
    [['delivered', 'retrying', 'retrying'], 'Waiting to retry (2 of 3)'],
    [['delivered', 'queued', 'delivering'], 'Delivering (1 of 3)'],
    [['delivered', 'skipped'], 'Skipped (1 of 2)'],
  ])('is the worst of %j, with how many', (states, text) => {
    expect(shown(...states)).toBe(text);
  });

  it('says when there was nowhere to go', () => {
    expect(shown()).toBe('No channel matched');
  });
});

it('offers every state of the router to search for, and takes nothing else for one', () => {
  expect(stateOptions.map(({ value }) => value).toSorted()).toEqual([...DeliveryState.options].toSorted());
  expect(stateOptions.map(({ value }) => toState(value))).toEqual(stateOptions.map(({ value }) => value));
  for (const name of ['Failed', 'toString', undefined]) expect(toState(name)).toBeUndefined();
});
