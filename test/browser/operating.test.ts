import { expect, it } from 'vitest';
import { handFlows } from './operating/hand-flows.ts';
import { messageFlows } from './operating/message-flows.ts';
import { organizationFlows } from './operating/organization-flows.ts';
import { pushFlows } from './operating/push-flows.ts';
import { sessionFlows } from './operating/session-flows.ts';
import { workplace } from './operating/workplace.ts';

const on = workplace({ BILLING: 'plans' });

organizationFlows(on);
sessionFlows(on);
pushFlows(on);
messageFlows(on);
handFlows(on);

it('has no error of its own, but the answers that were asked for: no room in the plan, no renewal', () => {
  expect(on.browser.complaints).toEqual([
    expect.stringContaining('status of 429'),
    expect.stringContaining('status of 400'),
  ]);
});
