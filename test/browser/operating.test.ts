import { expect, it } from 'vitest';
import { adverseFlows } from './operating/adverse-flows.ts';
import { alertFlows } from './operating/alert-flows.ts';
import { askFlows } from './operating/ask-flows.ts';
import { documentFlows } from './operating/document-flows.ts';
import { handFlows } from './operating/hand-flows.ts';
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
handFlows(on);
alertFlows(on);
askFlows(on);
adverseFlows(on);

it('has no error of its own, but the answers that were asked for, and the network that was cut', () => {
  expect(on.browser.complaints).toEqual([
    // No room in the plan, and no renewal of a session.
    expect.stringContaining('status of 429'),
    expect.stringContaining('status of 400'),
    // Fields that are wrong, no network, and a name that is too long.
    expect.stringContaining('status of 400'),
    expect.stringContaining('ERR_INTERNET_DISCONNECTED'),
    expect.stringContaining('status of 400'),
  ]);
});
