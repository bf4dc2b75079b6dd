import { expect, it } from 'vitest';
import { reasonsOf } from './browser.ts';
import { askFlows } from './operating/ask-flows.ts';
import { documentFlows } from './operating/document-flows.ts';
import { messageFlows } from './operating/message-flows.ts';
import { organizationFlows } from './operating/organization-flows.ts';
import { pushFlows } from './operating/push-flows.ts';
import { sessionFlows } from './operating/session-flows.ts';
import { workplace } from './operating/workplace.ts';

const on = workplace({ BILLING: 'plans' });

organizationFlows(on);
documentFlows(on);
sessionFlows(on);
pushFlows(on);
messageFlows(on);
askFlows(on);

it('has no error of its own, but the answers that were asked for', () => {
  expect(reasonsOf(on.browser)).toEqual([
    // No room in the plan, and no renewal of a session.
    expect.stringContaining('status of 429'),
    expect.stringContaining('status of 400'),
  ]);
});
