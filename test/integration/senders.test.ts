import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Arrived, senderCases, type SenderCase } from '../core/notification/senders.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { type Stack, startStack } from './stack.ts';

let stack: Stack;
let api: ManagementApi;

beforeAll(async () => {
  stack = await startStack();
  api = managementApi(stack);
});
afterAll(async () => stack.stop());

/** A webhook of its own for each request: examples of one sender may carry the same delivery id. */
async function endpointWith(preset?: string): Promise<string> {
  return (await api.createWebhook({ name: preset ?? 'Plain', ...(preset && { preset }) })).endpointUrl;
}

/** Sends the request as the sender does, and gives what the router says arrived. */
async function arriving({ headers, body, slack }: SenderCase, preset?: string): Promise<Arrived> {
  const url = `${await endpointWith(preset)}${slack === true ? '/slack' : ''}`;
  const before = new Date().toISOString();
  const { 'content-length': _, ...sent } = headers;
  const response = await fetch(url, { method: 'POST', headers: sent, body: Buffer.from(body) });
  if (response.status === 400) return (await response.json()) as Arrived;
  expect(response.status).toBe(slack === true ? 200 : 201);
  const id = slack === true ? await newestId(before) : ((await response.json()) as { messageId: string }).messageId;
  const { title, message, priority, tags, format } = await api.message(id);
  return { ...(title && { title }), message, ...(priority && { priority }), tags, format } as Arrived;
}

async function newestId(from: string): Promise<string> {
  const [newest] = (await api.messages(`?limit=1&from=${from}`)).items;
  return newest!.id;
}

describe.each(senderCases())('$system: $name', (sender) => {
  it('arrives without a preset as expected', async () => {
    expect(await arriving(sender)).toEqual(sender.expected.without);
  });
});

const withPresets = senderCases().filter((sender) => sender.preset !== undefined && sender.expected.with !== undefined);
// The laptop cannot fetch Amazon's certificates: genuine and forged look alike here, and unit tests tell them apart.
describe.each(withPresets.filter(({ system }) => system !== 'aws-sns'))('$system: $name', (sender) => {
  it(`arrives with the preset as expected`, async () => {
    expect(await arriving(sender, sender.preset)).toEqual(sender.expected.with);
  });
});
