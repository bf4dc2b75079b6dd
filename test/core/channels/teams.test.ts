import { describe, expect, it } from 'vitest';
import { describeVendor } from '../../vendors/contract.ts';
import { MESSAGE_URL } from '../../vendors/notifications.ts';
import { sendTo } from '../../vendors/send-to.ts';
import { vendor } from '../../vendors/teams.ts';
import { jsonAnswer, textAnswer } from '../../vendors/vendor.ts';
import { acknowledged, alertView, resolved } from '../../vendors/alerts.ts';

const error = (status: number, code: string, message = 'see details') =>
  jsonAnswer(status, { error: { code, message } });
const connector = (status: number) =>
  textAnswer(
    200,
    `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error ${status} with ContextId tcid=0.`,
  );

describeVendor(vendor, [
  { when: '202: the flow took it', answer: { status: 202, body: '' }, means: 'delivered' },
  {
    when: '400 bad card: plain text once',
    answer: error(400, 'InvalidBotAdaptiveCard', 'bad card'),
    means: 'plain text',
    says: 'bad card',
  },
  {
    when: '400 not enabled: off',
    answer: error(400, 'WorkflowTriggerIsNotEnabled'),
    means: 'off',
    says: 'WorkflowTriggerIsNotEnabled',
  },
  { when: '401 signature: off', answer: error(401, 'AuthorizationFailed'), means: 'off' },
  {
    when: '404 flow gone: off',
    answer: error(404, 'WorkflowNotFound', "The workflow '0' could not be found."),
    means: 'off',
    says: 'could not be found',
  },
  { when: '403 unknown: failed', answer: error(403, 'Forbidden', 'not now'), means: 'failed', says: 'not now' },
  {
    when: '502 no response: retry',
    answer: error(502, 'NoResponse', 'no response'),
    means: 'retry',
    says: 'no response',
  },
  { when: '429 of the flow: retry', answer: error(429, 'WorkflowRunActionThrottled'), means: 'retry' },
  {
    when: '200 of an old connector that was throttled: retry',
    answer: connector(429),
    means: 'retry',
    says: 'HTTP error 429',
  },
  {
    when: '200 of an old connector that failed: failed',
    answer: connector(400),
    means: 'failed',
    says: 'HTTP error 400',
  },
]);

describe('a message in Teams', () => {
  it('is a card with a coloured title, the message, the facts and a button', async () => {
    const { shown, requests } = await sendTo(vendor);

    expect(shown()).toEqual({
      title: 'Disk full on web-1',
      message: 'Only 3 % left on /var, growing by 2 GB an hour.',
      link: MESSAGE_URL,
      rest: 'Priority: High · Tags: #disk #prod · Source: Monitoring',
    });
    expect(requests[0]!.body).toContain('"color":"Warning"');
  });

  it('calls nobody, unless the channel allows it', async () => {
    const message = '<at>ann_b@example.com</at>: look';

    const silent = await sendTo(vendor, { message });
    const loud = await sendTo(vendor, { message, config: { allowMentions: true } });

    expect(silent.requests[0]!.body).not.toContain('entities');
    const [{ content }] = JSON.parse(loud.requests[0]!.body).attachments;
    expect(content.body[1].text).toBe('<at>ann_b@example.com</at>: look');
    expect(content.msteams.entities).toEqual([
      {
        type: 'mention',
        text: '<at>ann_b@example.com</at>',
        mentioned: { id: 'ann_b@example.com', name: 'ann_b@example.com' },
      },
    ]);
  });

  it('stays below 28 KB when every character takes four bytes', async () => {
    const templates = { message: '{% for i in (1..8000) %}👋{% endfor %}' };

    const { outcome, requests } = await sendTo(vendor, { config: { templates } });

    expect(outcome.kind).toBe('delivered');
    expect(Buffer.byteLength(requests[0]!.body)).toBeGreaterThan(20_000);
  });

  it('is sent again as one text block when the flow cannot read the card', async () => {
    const answers = [error(400, 'InvalidBotAdaptiveCard'), { status: 202, body: '' }];

    const { requests } = await sendTo(vendor, {}, () => answers.shift()!);

    expect(vendor.answer(requests[1]!).status).toBe(202);
    expect(JSON.parse(requests[1]!.body).attachments[0].content.body).toHaveLength(1);
  });

  it('without a title is sent again as its message alone', async () => {
    const answers = [error(400, 'InvalidBotAdaptiveCard'), { status: 202, body: '' }];

    const { requests } = await sendTo(vendor, { title: '', message: 'a b' }, () => answers.shift()!);

    expect(JSON.parse(requests[1]!.body).attachments[0].content.body).toEqual([
      { type: 'TextBlock', text: 'a b', wrap: true },
    ]);
  });
});

describe('an alert in Teams', () => {
  it.each([
    [alertView(), 'Warning'],
    [acknowledged, 'Accent'],
    [resolved, 'Good'],
  ])('has a title in the colour of its state: $status', async (alert, color) => {
    const { requests } = await sendTo(vendor, { shows: alert });

    expect(requests[0]!.body).toContain(`"weight":"Bolder","color":"${color}"`);
  });
});
