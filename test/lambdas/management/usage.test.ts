import { describe, expect, it } from 'vitest';
import { openApi } from './api.ts';

describe('usage', () => {
  it('lists months, newest first, over the turn of the year', async () => {
    const { call, organization, tokens } = await openApi();

    const answer = await call('GET', `${organization}/usage`, { token: tokens.member });

    const months = answer.body.items.map(({ month }: { month: string }) => month);
    expect([months.length, months[0], months.at(-1)]).toEqual([12, '2026-11', '2025-12']);
    expect(answer.body.items[1]).toEqual({
      month: '2026-10',
      messages: 1,
      deliveries: { delivered: 0, failed: 0, skipped: 0, pending: 0 },
    });
  });

  it.each(['0', '37', 'x', '1.5', '-1'])('refuses %s months', async (months) => {
    const { call, organization, tokens } = await openApi();

    const answer = await call('GET', `${organization}/usage?months=${months}`, { token: tokens.member });

    expect([answer.status, answer.body.details[0].path]).toEqual([400, 'months']);
  });
});
