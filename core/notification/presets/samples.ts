import type { PresetName } from './preset-names.ts';

/** What a sender sends: a body, and the headers that say what it is. */
export interface Sample {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

const sample = (body: object, headers: Readonly<Record<string, string>> = {}): Sample => ({ headers, body });

/** Of a webhook without a preset. */
const plain = sample({
  title: 'Test notification',
  message: 'This is a test of your webhook. Whatever you send to its address arrives like this.',
  priority: 3,
  tags: ['test'],
});

/** What each kind of sender sends on a bad day, with values of nobody. */
const samples: Readonly<Record<PresetName, Sample>> = {
  github: sample(
    {
      action: 'opened',
      issue: {
        number: 7,
        title: 'Checkout fails with an empty cart',
        body: 'Steps: open the shop, press *Pay*.',
        state: 'open',
        html_url: 'https://github.com/acme/shop/issues/7',
        user: { login: 'mona' },
        labels: [{ name: 'bug' }],
      },
      repository: { full_name: 'acme/shop', html_url: 'https://github.com/acme/shop' },
      sender: { login: 'mona' },
    },
    { 'x-github-event': 'issues' },
  ),
  gitlab: sample(
    {
      object_kind: 'push',
      event_name: 'push',
      before: '95790bf891e76fee5e1747ab589903a6a1f80f22',
      after: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
      ref: 'refs/heads/main',
      user_name: 'Mona Lisa',
      project: { name: 'Shop', path_with_namespace: 'acme/shop', web_url: 'https://gitlab.example/acme/shop' },
      commits: [{ id: 'b6568db1bc1dcd7f8b4d5a946b0b91f9dacd7327', title: 'Round totals', message: 'Round totals' }],
      total_commits_count: 1,
    },
    { 'x-gitlab-event': 'Push Hook' },
  ),
  grafana: sample({
    receiver: 'router',
    status: 'firing',
    alerts: [
      {
        status: 'firing',
        labels: { alertname: 'HighLoad', instance: 'web-1', severity: 'critical' },
        annotations: { summary: 'The load of web-1 is 12' },
        startsAt: '2026-11-20T09:00:00Z',
      },
    ],
    commonLabels: { alertname: 'HighLoad' },
    commonAnnotations: {},
    externalURL: 'https://grafana.example/',
    title: '[FIRING:1] HighLoad',
    message: 'The load of web-1 is 12',
    orgId: 1,
  }),
  alertmanager: sample({
    version: '4',
    receiver: 'router',
    status: 'firing',
    groupKey: '{}:{alertname="DiskFull"}',
    alerts: [
      {
        status: 'firing',
        labels: { alertname: 'DiskFull', instance: 'db-1:9100', severity: 'critical' },
        annotations: { summary: 'Disk of db-1 is 95 % full' },
        startsAt: '2026-11-20T09:00:00Z',
      },
    ],
    groupLabels: { alertname: 'DiskFull' },
    commonLabels: { alertname: 'DiskFull', severity: 'critical' },
    commonAnnotations: {},
    externalURL: 'https://alertmanager.example',
  }),
  sentry: sample(
    {
      action: 'created',
      data: {
        issue: {
          id: '1170820242',
          title: 'ReferenceError: blooopy is not defined',
          culprit: '?(runner)',
          level: 'error',
          count: '1',
          metadata: { type: 'ReferenceError', value: 'blooopy is not defined' },
          project: { slug: 'front-end', name: 'front-end' },
          status: 'unresolved',
        },
      },
    },
    { 'sentry-hook-resource': 'issue' },
  ),
  stripe: sample({
    id: 'evt_test',
    object: 'event',
    type: 'charge.dispute.created',
    livemode: false,
    data: {
      object: {
        id: 'dp_test',
        object: 'dispute',
        amount: 1500,
        currency: 'eur',
        reason: 'fraudulent',
        status: 'needs_response',
      },
    },
  }),
  'uptime-kuma': sample({
    heartbeat: { status: 0, msg: 'connect ECONNREFUSED', time: '2026-11-20 09:00:00' },
    monitor: { name: 'Shop', url: 'https://shop.example' },
    msg: '[Shop] [🔴 Down] connect ECONNREFUSED',
  }),
  'aws-sns': sample({ AlarmName: 'cpu-web', message: 'A message of a topic, delivered raw.' }),
  'aws-cloudwatch': sample({
    source: 'aws.cloudwatch',
    alarmArn: 'arn:aws:cloudwatch:eu-central-1:123456789012:alarm:cpu-web',
    accountId: '123456789012',
    time: '2026-11-20T09:00:00.000+0000',
    region: 'eu-central-1',
    alarmData: {
      alarmName: 'cpu-web',
      configuration: { description: 'CPU of the web servers' },
      previousState: { value: 'OK' },
      state: { value: 'ALARM', reason: '94.1 was above 80' },
    },
  }),
  'aws-eventbridge': sample({
    version: '0',
    id: '53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa',
    'detail-type': 'EC2 Instance State-change Notification',
    source: 'aws.ec2',
    account: '123456789012',
    time: '2026-11-20T09:00:00Z',
    region: 'eu-central-1',
    resources: ['arn:aws:ec2:eu-central-1:123456789012:instance/i-0abcd1111'],
    detail: { 'instance-id': 'i-0abcd1111', state: 'stopped' },
  }),
  datadog: sample({
    id: '7000000000000000001',
    title: '[Triggered on {host:web-1}] High CPU',
    text_only_msg: 'CPU of web-1 is at 97 %.',
    alert_transition: 'Triggered',
    alert_type: 'error',
    hostname: 'web-1',
    tags: 'env:prod,host:web-1',
  }),
  pagerduty: sample({
    event: {
      id: '01BRB6ZP4M6T8ZG4X6BP63ZB9O',
      event_type: 'incident.triggered',
      resource_type: 'incident',
      occurred_at: '2026-11-20T09:00:00Z',
      data: {
        id: 'PGR0VU2',
        type: 'incident',
        title: 'A little bump in the road',
        status: 'triggered',
        urgency: 'high',
        html_url: 'https://acme.pagerduty.com/incidents/PGR0VU2',
        service: { summary: 'API Service' },
      },
    },
  }),
  'standard-webhooks': sample({
    type: 'contact.created',
    timestamp: '2026-11-20T09:00:00Z',
    data: { id: '1f81eb52-5198-4599-803e-771906343485', name: 'Mona Lisa' },
  }),
  'claude-code': sample({
    session_id: 'abc123',
    cwd: '/home/mona/shop',
    hook_event_name: 'Notification',
    message: 'Claude needs your permission to use Bash',
  }),
  codex: sample({
    type: 'agent-turn-complete',
    'turn-id': '12345',
    cwd: '/home/mona/shop',
    'input-messages': ['Rename `foo` to `bar`.'],
    'last-assistant-message': 'Renamed; the tests pass.',
  }),
  'home-assistant': sample({ title: 'Laundry', message: 'The washing machine is done.', data: { tag: 'laundry' } }),
};

/** What a test of a webhook sends: something that its preset reads. */
export function sampleFor(preset: PresetName | undefined): Sample {
  return preset === undefined ? plain : samples[preset];
}
