import { describe, expect, it } from 'vitest';
import { alertmanager } from '../../../../core/notification/dialects/alertmanager.ts';
import { NOW, reading, requestOf } from './reading.ts';

const to = '/api/v2/alerts';
const alert = {
  annotations: { summary: 'Disk full', description: '/var has 1 % left', runbook_url: 'https://x.test/runbook' },
  endsAt: '2026-11-22T10:04:00.000Z',
  startsAt: '2026-11-22T09:55:00.000Z',
  generatorURL: 'http://prometheus:9090/graph?g0.expr=x',
  labels: { alertname: 'DiskFull', instance: 'web-1', severity: 'critical' },
};
const post = async (body: unknown) => reading(alertmanager, { to, body });

describe('Alertmanager', () => {
  it('reads an alert that fires, until it ends by itself', async () => {
    expect(await post([alert])).toMatchObject({
      title: '[FIRING:1] DiskFull (web-1)',
      message:
        'Firing: Disk full\n/var has 1 % left\ninstance=web-1\nRunbook: https://x.test/runbook\nhttp://prometheus:9090/graph?g0.expr=x',
      priority: 5,
      tags: ['firing', 'critical'],
      payload: alert,
      about: {
        key: '{alertname="DiskFull", instance="web-1", severity="critical"}',
        status: 'firing',
        endsAt: Date.parse('2026-11-22T10:04:00Z'),
      },
      answer: { status: 200 },
    });
  });

  it.each(['2026-11-22T10:00:00.000Z', '2026-11-22T09:59:59Z'])('resolves what ended at %s', async (endsAt) => {
    expect(await post([{ ...alert, endsAt }])).toMatchObject({
      title: '[RESOLVED] DiskFull (web-1)',
      priority: 2,
      tags: ['resolved', 'critical'],
      about: { status: 'resolved' },
    });
  });

  it.each([undefined, '0001-01-01T00:00:00Z', 'soon'])('lets an alert fire that ends at %s', async (endsAt) => {
    const read = await post([{ ...alert, endsAt }]);

    expect(read).toMatchObject({ about: { status: 'firing' } });
    expect(Object(read).about.endsAt).toBeUndefined();
  });

  it('knows an alert by its labels, in whatever order, and by nothing else', async () => {
    const { alertname, instance, severity } = alert.labels;
    const [one, other] = await Promise.all([
      post([alert]),
      post([{ ...alert, annotations: {}, labels: { severity, instance, alertname } }]),
    ]);

    expect(Object(one).about.key).toBe(Object(other).about.key);
  });

  it('keeps each alert as it was sent, to the last digit', async () => {
    const texts = ['{"labels":{"a":"1"},"n":12345678901234567890}', '{ "labels": {"a": "[,\\"}"} }'];

    const read = await post(`[${texts.join(' , ')}]`);

    expect(Object(read).said.map((it: { payloadText: string }) => it.payloadText)).toEqual(texts);
  });

  it('takes 1,000 alerts, and no more', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => ({ labels: { alertname: `A${index}` } }));

    expect(Object(await post(many.slice(1))).said).toHaveLength(1000);
    expect(await post(many)).toEqual({ kind: 'invalid', error: 'at most 1,000 alerts in a request' });
  });

  it('takes a list of none', async () => {
    expect(await post([])).toEqual({ kind: 'nothing', answer: { status: 200 } });
  });

  it.each([[[{}]], [[{ labels: {} }]], [[{ labels: 'x' }]], [[alert, { labels: {} }]]])(
    'refuses an alert without labels, and all with it: %j',
    async (body) => {
      expect(await post(body)).toEqual({ kind: 'invalid', error: 'at least one label pair required' });
    },
  );

  it.each(['{}', 'oops', '[1]', '', '[[]]'])('refuses %j', async (body) => {
    expect(await post(body)).toEqual({ kind: 'invalid', error: 'the body is not a list of alerts' });
  });

  it('finds a key in basic authentication, and answers errors as Alertmanager does', () => {
    const authorization = `Basic ${Buffer.from('prometheus:K').toString('base64')}`;
    const { request } = requestOf(alertmanager, { to, headers: { authorization } });

    expect(request.now).toBe(NOW);
    expect(alertmanager.keysIn(request)).toEqual(['K']);
    expect(alertmanager.refused({ status: 400, error: 'no' }, request).json).toBe('no');
    expect(alertmanager.refused({ status: 404, error: 'Not found' }, request).json).toEqual({
      code: 404,
      message: 'Not found',
    });
  });
});
