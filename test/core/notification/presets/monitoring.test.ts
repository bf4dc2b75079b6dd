import { describe, expect, test } from 'vitest';
import { deliveryIdOf, reading } from './reading-preset.ts';

describe('alertmanager preset', () => {
  const alert = { status: 'firing', labels: { alertname: 'Disk', instance: 'db-1' }, annotations: { summary: 'full' } };

  test('writes out ten alerts and counts the rest, those left out by the sender too', async () => {
    const alerts = Array.from({ length: 12 }, () => alert);

    const read = await reading('alertmanager', { alerts, truncatedAlerts: 3 });

    expect(read?.title).toBe('[FIRING:12] Disk');
    expect(read?.message?.split('\n\n')).toHaveLength(11);
    expect(read?.message).toMatch(/and 5 more$/);
  });

  test.each([
    ['critical', 5],
    ['warning', 3],
    ['info', 2],
    ['whatever', 4],
    [undefined, 4],
  ])('gives a firing group of severity %s the priority %i', async (severity, priority) => {
    expect(
      (await reading('alertmanager', { status: 'firing', alerts: [alert], commonLabels: { severity } }))?.priority,
    ).toBe(priority);
  });

  test('counts only what still fires', async () => {
    const body = {
      status: 'firing',
      alerts: [alert, { ...alert, status: 'resolved' }],
      commonLabels: { alertname: 'Disk', instance: 'db-1', job: 'node' },
    };

    expect((await reading('alertmanager', body))?.title).toBe('[FIRING:1] Disk (db-1, node)');
  });

  test('says what it can of an alert without labels', async () => {
    expect(await reading('alertmanager', { alerts: [{}] })).toMatchObject({
      title: '[FIRING:1] Alerts',
      message: 'Firing',
    });
  });

  test('falls back to the common summary when the list holds no alerts', async () => {
    expect(
      (await reading('alertmanager', { alerts: ['x'], commonAnnotations: { summary: 'Disk is full' } }))?.message,
    ).toBe('Disk is full');
  });

  test('leaves a body without alerts to guessing', async () => {
    expect(await reading('alertmanager', { status: 'firing', alerts: [] })).toBeUndefined();
  });
});

describe('grafana preset', () => {
  test('names each alert of a group that shares no name, up to three, and gives their values', async () => {
    const alerts = ['Disk', 'CPU', 'Disk', 'Memory', 'Swap'].map((alertname) => ({ labels: { alertname } }));
    const measured = { status: 'firing', labels: { alertname: 'Load' }, values: { A: 1.5, 'a.b': 2 } };

    expect((await reading('grafana', { status: 'firing', alerts }))?.title).toBe('[FIRING:5] Disk, CPU, Memory');
    expect((await reading('grafana', { alerts: [measured] }))?.message).toBe('Firing: Load\nValue: A=1.5, a.b=2');
  });

  test('tells what fires before what is over, and names that alone in the title', async () => {
    const over = { status: 'resolved', labels: { alertname: 'CPU' } };
    const firing = { status: 'firing', labels: { alertname: 'Disk' } };

    expect(await reading('grafana', { status: 'firing', alerts: [over, firing] })).toMatchObject({
      title: '[FIRING:1] Disk',
      message: 'Firing: Disk\n\nResolved: CPU',
    });
    expect((await reading('grafana', { status: 'resolved', alerts: [over] }))?.title).toBe('[RESOLVED] CPU');
  });

  test.each([
    ["[ var='B' labels={job=db, zone=eu} value=17 ], [ var='C' labels={} value=1 ]", 'B=17, C=1'],
    [`[ var='B0' metric='up{job="db"}' labels={__name__=up} value=1 ]`, 'B0=1'],
    ["[ metric='foo' labels={instance=bar} value=10 ]", 'foo=10'],
    ['92 %', '92 %'],
  ])('says the value %s in short', async (valueString, value) => {
    const alerts = [{ status: 'firing', labels: { alertname: 'Disk' }, valueString }];

    expect((await reading('grafana', { alerts }))?.message).toBe(`Firing: Disk\nValue: ${value}`);
  });

  test('is done with a hostile value of a megabyte at once', async () => {
    const valueString = "[ var='' labels={".repeat(60_000);
    const started = performance.now();

    await reading('grafana', { alerts: [{ valueString }] });

    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('reads the webhook of older versions', async () => {
    expect(await reading('grafana', { ruleName: 'CPU', state: 'ok', ruleUrl: 'https://x' })).toMatchObject({
      title: '[ok] CPU',
      message: 'CPU\nhttps://x',
      priority: 2,
    });
    expect(await reading('grafana', { ruleUrl: 'https://x' })).toMatchObject({ title: '[alert]', priority: 3 });
  });

  test('leaves other bodies to guessing', async () => {
    expect(await reading('grafana', { title: 'x' })).toBeUndefined();
  });
});

describe('sentry preset', () => {
  test.each([
    [{ action: 'resolved', data: { issue: { title: 'Boom', level: 'fatal' } } }, 'issue', 'Issue resolved: Boom', 2],
    [{ action: 'created', data: { issue: { title: 'Boom', level: 'fatal' } } }, 'issue', 'Issue created: Boom', 5],
    [{ action: 'assigned', data: { issue: { title: 'Boom' } } }, 'issue', 'Issue assigned: Boom', 2],
    [
      { action: 'warning', data: { metric_alert: {}, description_title: 'Slow' } },
      'metric_alert',
      'Metric alert warning: Slow',
      3,
    ],
    [
      { action: 'resolved', data: { metric_alert: {}, description_title: 'Resolved: Slow' } },
      'metric_alert',
      'Metric alert resolved: Slow',
      2,
    ],
    [
      { action: 'critical', data: { metric_alert: {}, description_title: 'Warning: Slow' } },
      'metric_alert',
      'Metric alert critical: Warning: Slow',
      5,
    ],
    [{ data: {} }, 'seer', 'Seer', 3],
    [{ action: 'odd', data: {} }, 'seer', 'Seer odd', 3],
    [
      { action: 'created', actor: { type: 'user', name: 'Mona' }, data: { comment: 'Mine', project_slug: 'shop' } },
      'comment',
      '[shop] Comment created',
      3,
    ],
  ])('tells %j', async (body, resource, title, priority) => {
    expect(await reading('sentry', body, { 'sentry-hook-resource': resource })).toMatchObject({ title, priority });
  });

  test('breaks the lines of a metric alert where Sentry wrote the break as text', async () => {
    const body = { data: { metric_alert: {}, description_text: String.raw`9 events\nFilter: level:error` } };

    expect((await reading('sentry', body, { 'sentry-hook-resource': 'metric_alert' }))?.message).toBe(
      '9 events\nFilter: level:error',
    );
  });

  test.each([
    ['1', 'Seen: once'],
    ['11', 'Seen: 11 times'],
  ])('counts %s', async (count, message) => {
    expect((await reading('sentry', { data: { issue: { id: '1', count } } }))?.message).toBe(message);
  });

  test('says who commented', async () => {
    const body = { action: 'created', actor: { type: 'user', name: 'Mona' }, data: { comment: 'Mine' } };

    expect((await reading('sentry', body, { 'sentry-hook-resource': 'comment' }))?.message).toBe('Mine\nBy Mona');
  });

  test('says what happened when the body says nothing else', async () => {
    expect((await reading('sentry', { action: 'deleted' }, { 'sentry-hook-resource': 'installation' }))?.message).toBe(
      'Installation deleted',
    );
  });

  test('knows the resource without the header', async () => {
    expect((await reading('sentry', { data: { event: { event_id: 'e', title: 'Boom' } } }))?.title).toBe(
      'Event alert: Boom',
    );
  });

  test('reads the older plugin', async () => {
    const body = {
      project: 'shop',
      message: 'Boom',
      culprit: 'total',
      url: 'https://x',
      level: 'error',
      event: { event_id: 'e' },
    };

    expect(await reading('sentry', body)).toMatchObject({
      title: '[shop] Event: Boom',
      message: 'Boom\nWhere: total\nhttps://x',
    });
  });

  test('leaves other bodies to guessing', async () => {
    expect(await reading('sentry', { message: 'x' })).toBeUndefined();
  });

  test('goes by the request id of an integration', async () => {
    expect(await deliveryIdOf('sentry', {}, { 'request-id': 'r', 'sentry-hook-resource': 'issue' })).toBe('r');
    expect(await deliveryIdOf('sentry', {}, { 'request-id': 'r' })).toBeUndefined();
  });
});

describe('stripe preset', () => {
  test.each([
    ['charge.dispute.created', 5],
    ['charge.failed', 4],
    ['customer.subscription.deleted', 3],
    ['customer.updated', 1],
    ['invoice.paid', 2],
  ])('gives %s the priority %i', async (type, priority) => {
    expect((await reading('stripe', { type }))?.priority).toBe(priority);
  });

  test('lists the fields of an object it has no words for', async () => {
    expect(
      await reading('stripe', { type: 'radar.value_list.created', data: { object: { alias: 'cards' } } }),
    ).toMatchObject({
      title: 'Radar value list created',
      message: 'alias: cards',
    });
  });

  test('says the type when there is nothing else', async () => {
    expect((await reading('stripe', { type: 'payout.paid' }))?.message).toBe('Payout paid');
  });

  test.each([
    [{ amount: 1234, currency: 'usd' }, 'Payout paid (12.34 USD)'],
    [{ amount: 1234, currency: 'jpy' }, 'Payout paid (1234 JPY)'],
    [{ amount: 'many', currency: 'usd' }, 'Payout paid'],
    [{ amount: 1234 }, 'Payout paid'],
    [{ amount_due: 0, total: 500, currency: 'eur' }, 'Payout paid (5.00 EUR)'],
  ])('writes the amount of %j', async (object, title) => {
    expect((await reading('stripe', { type: 'payout.paid', data: { object } }))?.title).toBe(title);
  });

  test('leaves what is no event to guessing', async () => {
    expect(await reading('stripe', { type: 'Notification' })).toBeUndefined();
    expect(await reading('stripe', {})).toBeUndefined();
  });

  test('goes by the event id', async () => {
    expect(await deliveryIdOf('stripe', { id: 'evt_1' })).toBe('evt_1');
  });
});

describe('uptime-kuma preset', () => {
  test.each([
    [{ heartbeat: { status: 2, msg: 'retrying' }, monitor: { name: 'Shop' } }, 'Shop is pending', 'retrying', 3],
    [{ heartbeat: { status: 3 }, monitor: { name: 'Shop' }, msg: 'planned' }, 'Shop is maintenance', 'planned', 2],
    [{ heartbeat: { status: 9 }, monitor: { name: 'Shop', url: 'https://' }, msg: 'odd' }, 'Shop', 'odd', 3],
    [{ heartbeat: { status: 0 } }, 'Uptime Kuma', undefined, 5],
  ])('tells %j', async (body, title, message, priority) => {
    expect(await reading('uptime-kuma', body)).toMatchObject({ title, message, priority });
  });

  test('leaves other bodies to guessing', async () => {
    expect(await reading('uptime-kuma', {})).toBeUndefined();
  });
});

describe('datadog preset', () => {
  test.each([
    [{ title: '[P1] [Triggered] Down', event_type: 'x' }, 4],
    [{ title: '[Warn] CPU', event_type: 'x' }, 3],
    [{ title: '[Recovered] CPU', event_type: 'x', alert_priority: 'P1' }, 2],
    [{ title: 'CPU', alert_type: 'error' }, 4],
    [{ title: 'CPU', alert_type: 'odd' }, 3],
    [{ title: 'CPU', alert_type: 'error', alert_priority: 'P1' }, 5],
  ])('gives %j the priority %i', async (body, priority) => {
    expect((await reading('datadog', body))?.priority).toBe(priority);
  });

  test('takes tags as a list too, and the title for a message when there is none', async () => {
    expect(await reading('datadog', { title: 'CPU', event_type: 'x', tags: ['env:prod'] })).toMatchObject({
      message: 'CPU',
      tags: ['datadog', 'x', undefined, 'env:prod'],
    });
  });

  test.each([{ title: 'CPU' }, { event_type: 'x' }])('leaves %j to guessing', async (body) => {
    expect(await reading('datadog', body)).toBeUndefined();
  });
});

describe('pagerduty preset', () => {
  test.each([
    ['incident.triggered', { urgency: 'high' }, 4],
    ['incident.triggered', { urgency: 'low' }, 2],
    ['incident.escalated', { priority: { summary: 'P1' } }, 5],
    ['incident.acknowledged', { priority: { summary: 'P1' } }, 3],
    ['incident.resolved', { urgency: 'high' }, 2],
    ['incident.triggered', {}, 3],
  ])('gives %s of %j the priority %i', async (event_type, data, priority) => {
    expect((await reading('pagerduty', { event: { event_type, data } }))?.priority).toBe(priority);
  });

  test('names the teams', async () => {
    const body = {
      event: { event_type: 'service.updated', data: { teams: [{ summary: 'Web' }, { summary: 'Ops' }] } },
    };

    expect((await reading('pagerduty', body))?.message).toBe('Teams: Web, Ops');
  });

  test('says what kind of event came when there is nothing else', async () => {
    expect(await reading('pagerduty', { event: { event_type: 'pagey.ping' } })).toMatchObject({
      title: 'Pagey ping',
      message: 'Pagey ping',
      priority: 2,
    });
  });

  test('leaves other bodies to guessing', async () => {
    expect(await reading('pagerduty', { event: {} })).toBeUndefined();
  });

  test('goes by the event id: the webhook id repeats', async () => {
    expect(await deliveryIdOf('pagerduty', { event: { id: 'e1' } }, { 'x-webhook-id': 'w' })).toBe('e1');
  });
});

describe('standard-webhooks preset', () => {
  test('cuts a long text and shows the cut', async () => {
    const data = { text: `${'x'.repeat(1499)} ${'y'.repeat(100)}` };

    expect((await reading('standard-webhooks', { type: 'a.b', data }))?.message).toBe(`${'x'.repeat(1499)}…`);
  });

  test('prefers text to a list of fields', async () => {
    expect(
      await reading('standard-webhooks', { type: 'job.failed', data: { name: 'Import', message: 'No rows' } }),
    ).toMatchObject({
      title: 'Job failed: Import',
      message: 'No rows',
      priority: 4,
      tags: ['job', 'job.failed'],
    });
  });

  test.each(['fullName', 'full_name'])('takes %s for the subject', async (key) => {
    const body = { type: 'contact.created', data: { [key]: 'Mona Lisa' } };

    expect((await reading('standard-webhooks', body))?.title).toBe('Contact created: Mona Lisa');
  });

  test('says the type when there is no data', async () => {
    expect(await reading('standard-webhooks', { type: 'job.done' })).toMatchObject({
      title: 'Job done',
      message: 'Job done',
      priority: 2,
    });
  });

  test('leaves other bodies to guessing', async () => {
    expect(await reading('standard-webhooks', { data: {} })).toBeUndefined();
  });

  test('goes by the webhook id under either name', async () => {
    expect(await deliveryIdOf('standard-webhooks', {}, { 'webhook-id': 'a' })).toBe('a');
    expect(await deliveryIdOf('standard-webhooks', {}, { 'svix-id': 'b' })).toBe('b');
  });
});

describe('home-assistant preset', () => {
  test.each([
    [{ message: 'hi', priority: 4 }, 4],
    [{ message: 'hi', data: { push: { sound: { critical: 1 } } } }, 5],
    [{ message: 'hi', data: { importance: 'low' } }, 2],
    [{ message: 'hi', data: { priority: 'critical' } }, 5],
    [{ message: 'hi' }, undefined],
  ])('gives %j the priority %s', async (body, priority) => {
    expect((await reading('home-assistant', body))?.priority).toBe(priority);
  });

  test.each(['title', 'topic', 'subject'])('takes the title from %s', async (key) => {
    expect((await reading('home-assistant', { message: 'M', [key]: 'T' }))?.title).toBe('T');
  });

  test('titles a message without one', async () => {
    expect(await reading('home-assistant', { message: 'hi', data: { url: 'https://x' } })).toMatchObject({
      title: 'Home Assistant',
      message: 'hi\nhttps://x',
    });
  });

  test('tells a changed state', async () => {
    const data = {
      entity_id: 'lock.door',
      old_state: { state: 'locked' },
      new_state: { state: 'unlocked', attributes: { friendly_name: 'Door' } },
    };

    expect(await reading('home-assistant', { event_type: 'state_changed', data })).toEqual({
      title: 'Door is unlocked',
      message: 'Was locked, now unlocked\nlock.door',
      tags: ['home-assistant', 'lock', 'lock.door', 'unlocked'],
    });
  });

  test('names the entity that has no name', async () => {
    expect(
      (await reading('home-assistant', { trigger: { to_state: { entity_id: 'lock.door', state: 'open' } } }))?.title,
    ).toBe('lock.door is open');
  });

  test.each([
    [{ event_type: 'zha_event', data: { command: 'toggle' } }, 'command: toggle'],
    [{ event: { event_type: 'zha_event', data: { command: 'on' } } }, 'command: on'],
    [{ event_type: 'zha_event' }, 'zha_event'],
  ])('lists the fields of the event %j', async (body, message) => {
    expect(await reading('home-assistant', body)).toMatchObject({ title: 'zha_event', message });
  });

  test('leaves other bodies to guessing', async () => {
    expect(await reading('home-assistant', {})).toBeUndefined();
  });
});
