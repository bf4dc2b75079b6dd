import { expect, it } from 'vitest';
import { reasonsOf } from './browser.ts';
import { adverseFlows } from './operating/adverse-flows.ts';
import { alertFlows } from './operating/alert-flows.ts';
import { handFlows } from './operating/hand-flows.ts';
import { workplace } from './operating/workplace.ts';

const on = workplace({});

handFlows(on);
alertFlows(on);
adverseFlows(on);

it('has no error of its own, but the answers that were asked for', () => {
  expect(reasonsOf(on.browser)).toEqual([
    // Fields that are wrong, and a name that is too long.
    expect.stringContaining('status of 400'),
  ]);
});
