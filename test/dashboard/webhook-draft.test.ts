import { describe, expect, it } from 'vitest';
import type { Webhook } from '../../dashboard/src/api/types.ts';
import { draftOf, patchTo } from '../../dashboard/src/webhooks/webhook-draft.ts';

const webhook: Webhook = {
  id: 'wh_1',
  publicId: 'V1StGXR8_Z5jdHi6B-myT',
  endpointUrl: 'https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT',
  name: 'CI',
  enabled: true,
  requireApiKey: false,
  apiKeyPrefix: null,
  slug: null,
  managedBy: null,
  drift: false,
  preset: null,
  templates: { title: '{{ a }}', tags: 'x' },
  lifecycle: null,
  channels: [],
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};
const draft = draftOf(webhook);

describe('what an edited webhook is saved by', () => {
  it.each([
    ['nothing when nothing was changed', draft, {}],
    [
      'nothing when a template that is not there is blank',
      { ...draft, templates: { ...draft.templates, message: ' ' } },
      {},
    ],
    ['the name, trimmed', { ...draft, name: ' CD ' }, { name: 'CD' }],
    ['each switch', { ...draft, enabled: false, requireApiKey: true }, { enabled: false, requireApiKey: true }],
    [
      'the templates that were changed, and null for one that was emptied',
      { ...draft, templates: { title: ' ', message: '{{ b }}', tags: 'x' } },
      { templates: { title: null, message: '{{ b }}' } },
    ],
    [
      'alerts that were switched on, as the sender names them',
      { ...draft, lifecycle: { key: '', status: ' ', autoResolveSeconds: undefined } },
      { lifecycle: {} },
    ],
  ])('is %s', (_, edited, patch) => {
    expect(patchTo(webhook, edited)).toEqual(patch);
  });

  it('is null when alerts are switched off, and nothing when they are as they were', () => {
    const grouped = { ...webhook, lifecycle: { key: '{{ a }}' } };

    expect(patchTo(grouped, { ...draftOf(grouped), lifecycle: null })).toEqual({ lifecycle: null });
    expect(patchTo(grouped, draftOf(grouped))).toEqual({});
  });

  it('is every template of a webhook that has none', () => {
    expect(patchTo({ ...webhook, templates: null }, draft)).toEqual({ templates: webhook.templates });
  });
});
