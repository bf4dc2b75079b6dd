import { describe, expect, it } from 'vitest';
import type { Webhook } from '../../../cli/router/router.ts';
import { onlyWebhook, webhookNamed } from '../../../cli/router/webhook-choice.ts';

const webhook = (id: string, name: string, preset: Webhook['preset'] = null): Webhook => ({
  id,
  name,
  preset,
  publicId: 'p',
  endpointUrl: 'https://router.example.com/n/p',
  enabled: true,
  requireApiKey: false,
  apiKeyPrefix: null,
  templates: null,
  lifecycle: null,
  slug: `slug-of-${id}`,
  managedBy: null,
  drift: false,
  channels: [],
  createdAt: '2026-11-22T09:00:00Z',
  updatedAt: '2026-11-22T09:00:00Z',
});
const ci = webhook('wh_1', 'CI');
const agent = webhook('wh_2', 'Agent', 'codex');
const twin = webhook('wh_3', 'CI');

describe('the webhook that somebody names', () => {
  it('is found by slug, name or id', () => {
    expect(webhookNamed([ci, agent], 'CI')).toBe(ci);
    expect(webhookNamed([ci, agent], 'wh_2')).toBe(agent);
    expect(webhookNamed([ci, agent], 'slug-of-wh_2')).toBe(agent);
  });

  it('is refused when there is none, or more than one', () => {
    expect(() => webhookNamed([ci, agent], 'Cl')).toThrow('there is no webhook "Cl"; there is "CI", "Agent"');
    expect(() => webhookNamed([ci, twin], 'CI')).toThrow('2 webhooks are named "CI"; give an id: wh_1, wh_3');
  });
});

describe('the webhook that nobody named', () => {
  it('is the only one, or the only one that reads the agent', () => {
    expect(onlyWebhook([ci])).toBe(ci);
    expect(onlyWebhook([ci, agent], 'codex')).toBe(agent);
    expect(onlyWebhook([ci], 'claude-code')).toBe(ci);
  });

  it('is refused when there is none, or when it could be several', () => {
    expect(() => onlyWebhook([])).toThrow('there is no webhook yet');
    expect(() => onlyWebhook([ci, agent])).toThrow('choose one with --webhook');
  });
});
