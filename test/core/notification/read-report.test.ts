import { describe, expect, it } from 'vitest';
import type { Lifecycle } from '../../../core/notification/lifecycle.ts';
import { readReport } from '../../../core/notification/read-report.ts';

interface Sent {
  readonly lifecycle?: Lifecycle;
  readonly preset?: string;
  readonly body?: Record<string, unknown>;
  readonly tags?: string[];
  readonly headers?: Record<string, string>;
  readonly isDoubted?: true;
}

async function read({ lifecycle = {}, preset, body = {}, tags = [], headers = {}, isDoubted }: Sent) {
  return readReport({
    lifecycle,
    preset,
    headers,
    notification: {
      content: { message: 'x', tags },
      format: 'json',
      payload: body,
      payloadText: '{}',
      notes: [],
      ...(isDoubted === undefined ? {} : { isDoubted }),
    },
  });
}

const reported = async (sent: Sent) => (await read(sent)).reported;

describe('what a message is about', () => {
  it('is what a tag names, then a field at the top, then one of the payload', async () => {
    const body = { alias: ' db-1 ', dedupKey: '', payload: { dedup_key: 'inner' } };

    expect(await reported({ body, tags: ['x', 'dedup:tagged'] })).toEqual({ key: 'tagged', status: 'firing' });
    expect(await reported({ body })).toMatchObject({ key: 'db-1' });
    expect(await reported({ body: { payload: { dedup_key: 7 } } })).toMatchObject({ key: '7' });
    expect(await reported({ body: { payload: ['dedup_key'], fingerprint: ['a'] } })).toBeUndefined();
  });

  it('is what the template makes of it, and nothing when that is empty or fails', async () => {
    const key = async (template: string, body = {}) =>
      read({ lifecycle: { key: template }, body: { alias: 'a', ...body } });

    expect((await key('{{ host }}/{{ disk }}', { host: 'db', disk: 1 })).reported).toMatchObject({ key: 'db/1' });
    expect((await key('  {{ missing }} ')).reported).toBeUndefined();
    expect((await key('a\u0000\ud800b')).reported).toMatchObject({ key: 'a\ufffdb' });
    expect((await key('{{ x | nothing }}')).notes).toEqual([expect.stringMatching(/^lifecycle key template failed: /)]);
  });

  it('keeps a key of 255 characters, and the beginning and the hash of a longer one', async () => {
    const longest = '😀'.repeat(255);
    const keys = await Promise.all(
      [longest, `${longest}x`, `${longest}y`].map(async (alias) => reported({ body: { alias } })),
    );

    expect(keys[0]?.key).toBe(longest);
    expect(keys[1]?.key).toMatch(/^😀{190}#[0-9a-f]{64}$/u);
    expect(keys[2]?.key).not.toBe(keys[1]?.key);
  });

  it.each([
    ['an object', { x: { a: 1 } }],
    ['a list', { x: [1, { b: 2 }] }],
    ['10 KB', { x: 'k'.repeat(10_240) }],
  ])('is a text of bounded length where the template renders %s', async (_, body) => {
    const reported = await read({ lifecycle: { key: '{{ x }}', status: '{{ x }}' }, body });

    expect(Array.from(reported.reported?.key ?? '').length).toBeLessThanOrEqual(255);
    expect(reported).toMatchObject({ reported: { key: expect.stringMatching(/./), status: 'firing' }, notes: [] });
  });

  it('is nothing of which it is not known who sent it', async () => {
    expect(await read({ body: { alias: 'a' }, isDoubted: true })).toEqual({ notes: [] });
  });
});

describe('how that stands', () => {
  it.each([
    [' OK ', 'resolved'],
    ['cleared', 'resolved'],
    ['Acked', 'acknowledged'],
    ['3', 'firing'],
    ['', 'firing'],
  ])('is told by the template text %j', async (text, status) => {
    expect(await reported({ lifecycle: { status: '{{ s }}' }, body: { alias: 'a', s: text } })).toMatchObject({
      status,
    });
  });

  it('is told by tags when nothing else says it', async () => {
    const status = async (...tags: string[]) => (await reported({ tags, body: { alias: 'a' } }))?.status;

    expect([await status(), await status('Resolved'), await status('acknowledged')]).toEqual([
      'firing',
      'resolved',
      'acknowledged',
    ]);
  });
});

const arn = 'arn:aws:cloudwatch:eu-west-1:1:alarm:Disk';
const at = Date.parse('2026-11-20T10:00:00.000Z');

describe('what presets know', () => {
  it.each<[string, string, Sent, object | undefined]>([
    ['alertmanager', 'a group', { body: { groupKey: 'g', status: 'resolved' } }, { key: 'g', status: 'resolved' }],
    ['alertmanager', 'no group', { body: { status: 'firing' } }, undefined],
    ['grafana', 'a group', { body: { groupKey: 'g', status: 'firing' } }, { key: 'g', status: 'firing' }],
    ['grafana', 'an old rule', { body: { ruleId: 7, orgId: 1, state: 'ok' } }, { key: 'rule:1:7', status: 'resolved' }],
    [
      'grafana',
      'an old rule that fires',
      { body: { ruleId: 7, state: 'alerting' } },
      { key: 'rule:7', status: 'firing' },
    ],
    [
      'grafana',
      'an old rule of one organisation',
      { body: { ruleId: 7, state: 'alerting' } },
      { key: 'rule:7', status: 'firing' },
    ],
    ['grafana', 'a test', { body: {} }, undefined],
    [
      'sentry',
      'an issue',
      {
        body: { action: 'resolved', data: { issue: { id: '1' } } },
        headers: { 'sentry-hook-timestamp': '1763632800' },
      },
      { key: 'issue:1', status: 'resolved', at: 1_763_632_800_000 },
    ],
    [
      'sentry',
      'an assignment',
      { body: { action: 'assigned', data: { issue: { id: 1 } } } },
      { key: 'issue:1', status: 'acknowledged' },
    ],
    [
      'sentry',
      'a metric',
      { body: { data: { metric_alert: { id: 2 } } } },
      { key: 'metric-alert:2', status: 'firing' },
    ],
    ['sentry', 'a comment', { body: { action: 'created', data: { comment: 'x' } } }, undefined],
    [
      'uptime-kuma',
      'a monitor that is up',
      { body: { monitor: { id: 3 }, heartbeat: { status: 1, time: '2026-11-20 10:00:00.000' } } },
      { key: 'monitor:3', status: 'resolved', at },
    ],
    [
      'uptime-kuma',
      'one that is down',
      { body: { heartbeat: { monitorID: 3, status: 0, time: 'x' } } },
      { key: 'monitor:3', status: 'firing' },
    ],
    ['uptime-kuma', 'a test', { body: { msg: 'test' } }, undefined],
    [
      'aws-cloudwatch',
      'an alarm of a topic',
      { body: { AlarmArn: arn, NewStateValue: 'OK', StateChangeTime: '2026-11-20T10:00:00.000+0000' } },
      { key: arn, status: 'resolved', at },
    ],
    [
      'aws-cloudwatch',
      'an event',
      { body: { resources: [arn], detail: { alarmName: 'Disk', state: { value: 'ALARM' } } } },
      { key: arn, status: 'firing' },
    ],
    [
      'aws-cloudwatch',
      'a Lambda action',
      { body: { alarmArn: arn, alarmData: { alarmName: 'Disk', state: { value: 'OK' } } } },
      { key: arn, status: 'resolved' },
    ],
    ['aws-cloudwatch', 'no state', { body: { AlarmArn: arn } }, undefined],
    [
      'aws-sns',
      'what the topic carries',
      {
        body: {
          Type: 'Notification',
          TopicArn: 't',
          MessageId: 'm',
          Message: JSON.stringify({ AlarmArn: arn, NewStateValue: 'ALARM' }),
        },
      },
      { key: arn, status: 'firing' },
    ],
    ['aws-sns', 'text', { body: { Type: 'Notification', TopicArn: 't', MessageId: 'm', Message: 'text' } }, undefined],
    ['aws-sns', 'raw delivery', { body: { AlarmArn: arn, NewStateValue: 'ALARM' } }, { key: arn, status: 'firing' }],
    [
      'aws-cloudwatch',
      'an envelope',
      {
        body: {
          Type: 'Notification',
          TopicArn: 't',
          MessageId: 'm',
          Message: JSON.stringify({ AlarmArn: arn, NewStateValue: 'OK' }),
        },
      },
      { key: arn, status: 'resolved' },
    ],
    [
      'aws-eventbridge',
      'a pipeline',
      {
        body: {
          'detail-type': 'CodePipeline Pipeline Execution State Change',
          resources: ['p'],
          detail: { state: 'SUCCEEDED' },
          time: '2026-11-20T10:00:00Z',
        },
      },
      { key: 'p', status: 'resolved', at },
    ],
    [
      'aws-eventbridge',
      'a run that goes on',
      {
        body: {
          'detail-type': 'CodeBuild Build State Change',
          detail: { 'project-name': 'b', 'build-status': 'IN_PROGRESS' },
        },
      },
      undefined,
    ],
    ['aws-eventbridge', 'anything else', { body: { 'detail-type': 'Mine' } }, undefined],
    ['aws-eventbridge', 'no event', { body: {} }, undefined],
    [
      'aws-eventbridge',
      'an event without a state',
      { body: { 'detail-type': 'CodePipeline Pipeline Execution State Change', resources: ['p'] } },
      undefined,
    ],
    [
      'datadog',
      'an aggregate',
      { body: { aggreg_key: 'a', alert_transition: 'Recovered', last_updated: '1763632800000' } },
      { key: 'a', status: 'resolved', at: 1_763_632_800_000 },
    ],
    [
      'datadog',
      'a monitor',
      { body: { alert_id: 5, alert_scope: 'host:a', title: '[Triggered] Disk', date: 3 } },
      { key: '5 host:a', status: 'firing', at: 3 },
    ],
    ['datadog', 'a cycle', { body: { alert_cycle_key: 'c' } }, { key: 'c', status: 'firing' }],
    ['datadog', 'an event', { body: { title: 'x' } }, undefined],
    [
      'pagerduty',
      'an incident',
      {
        body: {
          event: { occurred_at: '2026-11-20T10:00:00Z', data: { type: 'incident', id: 'Q1', status: 'acknowledged' } },
        },
      },
      { key: 'incident:Q1', status: 'acknowledged', at },
    ],
    [
      'pagerduty',
      'a note',
      { body: { event: { data: { type: 'incident_note', id: 'Q1', status: 'triggered' } } } },
      undefined,
    ],
    ['pagerduty', 'a ping', { body: { event: { data: {} } } }, undefined],
    [
      'gitlab',
      'a pipeline',
      {
        body: {
          object_kind: 'pipeline',
          project: { path_with_namespace: 'a/b' },
          object_attributes: { ref: 'main', status: 'failed', finished_at: '2026-11-20 10:00:00 UTC' },
        },
      },
      { key: 'pipeline:a/b:main', status: 'firing', at },
    ],
    [
      'gitlab',
      'a pipeline that runs',
      { body: { object_kind: 'pipeline', project: { id: 1 }, object_attributes: { ref: 'main', status: 'running' } } },
      undefined,
    ],
    ['gitlab', 'a pipeline of nothing', { body: { object_kind: 'pipeline' } }, undefined],
    [
      'gitlab',
      'a deployment',
      { body: { object_kind: 'deployment', project: { id: 1 }, environment: 'prod', status: 'success' } },
      { key: 'deployment:1:prod', status: 'resolved' },
    ],
    ['gitlab', 'a deployment without a state', { body: { object_kind: 'deployment' } }, undefined],
    [
      'gitlab',
      'an incident',
      {
        body: {
          object_kind: 'issue',
          project: { id: 1 },
          object_attributes: { type: 'Incident', iid: 4, state: 'closed' },
        },
      },
      { key: 'incident:1:4', status: 'resolved' },
    ],
    ['gitlab', 'an incident without a state', { body: { object_kind: 'incident' } }, undefined],
    ['gitlab', 'an issue', { body: { object_kind: 'issue' } }, undefined],
    [
      'github',
      'a workflow',
      {
        body: {
          repository: { full_name: 'a/b' },
          workflow_run: {
            workflow_id: 9,
            head_branch: 'main',
            conclusion: 'success',
            updated_at: '2026-11-20T10:00:00Z',
          },
        },
        headers: { 'x-github-event': 'workflow_run' },
      },
      { key: 'workflow_run:a/b:9:main', status: 'resolved', at },
    ],
    [
      'github',
      'an alert',
      {
        body: { action: 'created', repository: { full_name: 'a/b' }, alert: { number: 2 } },
        headers: { 'x-github-event': 'dependabot_alert' },
      },
      { key: 'dependabot_alert:a/b:2', status: 'firing' },
    ],
    [
      'github',
      'a run that goes on',
      {
        body: { repository: { full_name: 'a/b' }, workflow_run: { workflow_id: 9 } },
        headers: { 'x-github-event': 'workflow_run' },
      },
      undefined,
    ],
    ['github', 'a push', { body: {}, headers: { 'x-github-event': 'push' } }, undefined],
    ['github', 'no event', { body: {} }, undefined],
    ['stripe', 'anything', { body: { alias: 'a' } }, { key: 'a', status: 'firing' }],
    ['gone', 'anything', { body: { alias: 'a' } }, { key: 'a', status: 'firing' }],
  ])('%s: %s', async (preset, _, sent, expected) => {
    expect(await reported({ preset, ...sent })).toEqual(expected);
  });

  it('win where the lifecycle has no template, and lend their status to a key of one', async () => {
    const body = { groupKey: 'g', status: 'resolved', alias: 'mine' };

    expect(await reported({ preset: 'alertmanager', lifecycle: { key: '{{ alias }}' }, body })).toEqual({
      key: 'mine',
      status: 'resolved',
    });
  });
});
