/** What one sender posts about one thing, from its first word to its last, and what the alert is after each post. */
export interface Sequence {
  readonly preset: string;
  readonly key: string;
  readonly steps: readonly Step[];
  /** What a chat that is told of beginning and end shows, first to last. */
  readonly posts: readonly RegExp[];
}

/** Something that happens to the alert, and how it stands afterwards. */
export type Step = { readonly what: string; readonly leaves: Stand } & (
  | { readonly headers?: Readonly<Record<string, string>>; readonly body: object }
  /** Somebody does it by hand. */
  | { readonly byHand: 'acknowledge' | 'resolve' }
);

interface Stand {
  readonly status: 'firing' | 'acknowledged' | 'resolved';
  readonly count: number;
  readonly episode?: number;
  /** Who took or ended it. */
  readonly by?: 'sender' | 'token';
}

const MINUTE_MS = 60_000;
/** Some time ago: a sender's own times are never later than a message comes. */
const start = Date.now() - 60 * MINUTE_MS;
const at = (minutes: number): Date => new Date(start + minutes * MINUTE_MS);
const iso = (minutes: number): string => at(minutes).toISOString();
/** How alerts that have not ended say so. */
const NEVER = '0001-01-01T00:00:00Z';

type State = 'firing' | 'resolved';

/** A group as Alertmanager 0.27 posts it to a `webhook_config`, by instance and how that stands. */
function group(instances: Readonly<Record<string, State>>, severity = 'warning') {
  const common = { alertname: 'DiskFull', job: 'node', severity };
  const alerts = Object.entries(instances).map(([instance, status], index) => ({
    status,
    labels: { ...common, instance },
    annotations: { summary: `Disk of ${instance} is almost full` },
    startsAt: iso(index),
    endsAt: status === 'resolved' ? iso(30) : NEVER,
    generatorURL: 'https://prometheus.example/graph?g0.expr=disk',
    fingerprint: `8c77d5865e91065${index}`,
  }));
  return {
    receiver: 'router',
    status: alerts.some(({ status }) => status === 'firing') ? 'firing' : 'resolved',
    alerts,
    groupLabels: { alertname: 'DiskFull' },
    commonLabels: common,
    commonAnnotations: {},
    externalURL: 'https://alertmanager.example',
    version: '4',
    groupKey: '{}:{alertname="DiskFull"}',
    truncatedAlerts: 0,
  };
}

const alertmanager: Sequence = {
  preset: 'alertmanager',
  key: '{}:{alertname="DiskFull"}',
  steps: [
    { what: 'fires', body: group({ 'db-1:9100': 'firing' }), leaves: { status: 'firing', count: 1, episode: 1 } },
    {
      what: 'gets a second alert, which is critical',
      body: group({ 'db-1:9100': 'firing', 'db-2:9100': 'firing' }, 'critical'),
      leaves: { status: 'firing', count: 2 },
    },
    { what: 'is taken', byHand: 'acknowledge', leaves: { status: 'acknowledged', count: 2, by: 'token' } },
    {
      what: 'is repeated after the repeat_interval',
      body: group({ 'db-1:9100': 'firing', 'db-2:9100': 'firing' }, 'critical'),
      leaves: { status: 'acknowledged', count: 3, by: 'token' },
    },
    {
      what: 'is half over',
      body: group({ 'db-1:9100': 'resolved', 'db-2:9100': 'firing' }, 'critical'),
      leaves: { status: 'acknowledged', count: 4, by: 'token' },
    },
    {
      what: 'is over',
      body: group({ 'db-1:9100': 'resolved', 'db-2:9100': 'resolved' }, 'critical'),
      leaves: { status: 'resolved', count: 4, episode: 1, by: 'sender' },
    },
    {
      what: 'is over, says the other Alertmanager of the pair, too',
      body: group({ 'db-1:9100': 'resolved', 'db-2:9100': 'resolved' }, 'critical'),
      leaves: { status: 'resolved', count: 4, episode: 1, by: 'sender' },
    },
    {
      what: 'fires again',
      body: group({ 'db-1:9100': 'firing' }),
      leaves: { status: 'firing', count: 1, episode: 2 },
    },
  ],
  posts: [/FIRING:1.*DiskFull/, /FIRING:2.*DiskFull/, /Resolved.*DiskFull/s, /FIRING:1.*DiskFull/],
};

/** A group as Grafana 12 posts it to a contact point of type Webhook. */
function panel(status: State, memory: number) {
  const labels = { alertname: 'High memory usage', grafana_folder: 'Servers', severity: 'critical', zone: 'eu-1' };
  return {
    receiver: 'On-call',
    status,
    orgId: 1,
    alerts: [
      {
        status,
        labels,
        annotations: { summary: `web-1 uses ${memory} % of its memory` },
        startsAt: iso(0),
        endsAt: status === 'resolved' ? iso(20) : NEVER,
        generatorURL: 'https://grafana.example/alerting/grafana/1afz29v7z/view?orgId=1',
        fingerprint: 'c6eadffa33fcdf37',
        silenceURL: 'https://grafana.example/alerting/silence/new',
        dashboardURL: '',
        panelURL: 'https://grafana.example/d/abc?viewPanel=2',
        values: { B: memory, C: status === 'firing' ? 1 : 0 },
        valueString: `[ var='B' labels={zone=eu-1} value=${memory} ]`,
      },
    ],
    groupLabels: { alertname: 'High memory usage', grafana_folder: 'Servers' },
    commonLabels: labels,
    commonAnnotations: {},
    externalURL: 'https://grafana.example/',
    version: '1',
    groupKey: '{}/{team="blue"}:{alertname="High memory usage", grafana_folder="Servers"}',
    truncatedAlerts: 0,
    title: `[${status.toUpperCase()}] High memory usage Servers (critical eu-1)`,
    state: status === 'firing' ? 'alerting' : 'ok',
    message: `**${status}**`,
  };
}

const grafana: Sequence = {
  preset: 'grafana',
  key: '{}/{team="blue"}:{alertname="High memory usage", grafana_folder="Servers"}',
  steps: [
    { what: 'fires', body: panel('firing', 92), leaves: { status: 'firing', count: 1, episode: 1 } },
    { what: 'still fires', body: panel('firing', 95), leaves: { status: 'firing', count: 2 } },
    { what: 'is over, says somebody', byHand: 'resolve', leaves: { status: 'resolved', count: 2, by: 'token' } },
    { what: 'is over', body: panel('resolved', 41), leaves: { status: 'resolved', count: 2, episode: 1, by: 'token' } },
  ],
  posts: [/High memory usage/, /Resolved.*High memory usage/s],
};

const ARN = 'arn:aws:cloudwatch:eu-central-1:123456789012:alarm:cpu-web';

/** A state of an alarm as a topic carries it to an HTTPS subscription with raw message delivery. */
function alarm(state: 'ALARM' | 'OK' | 'INSUFFICIENT_DATA', before: string, minutes: number) {
  return {
    headers: {
      'content-type': 'text/plain; charset=UTF-8',
      'user-agent': 'Amazon Simple Notification Service Agent',
      'x-amz-sns-message-type': 'Notification',
      'x-amz-sns-rawdelivery': 'true',
      'x-amz-sns-topic-arn': 'arn:aws:sns:eu-central-1:123456789012:alarms',
    },
    body: {
      AlarmName: 'cpu-web',
      AlarmDescription: 'CPU of the web servers',
      AWSAccountId: '123456789012',
      AlarmConfigurationUpdatedTimestamp: iso(-600).replace('Z', '+0000'),
      NewStateValue: state,
      NewStateReason: 'Threshold Crossed: 1 datapoint [94.1] was compared with the threshold (80.0).',
      StateChangeTime: iso(minutes).replace('Z', '+0000'),
      Region: 'EU (Frankfurt)',
      AlarmArn: ARN,
      OldStateValue: before,
      OKActions: ['arn:aws:sns:eu-central-1:123456789012:alarms'],
      AlarmActions: ['arn:aws:sns:eu-central-1:123456789012:alarms'],
      InsufficientDataActions: ['arn:aws:sns:eu-central-1:123456789012:alarms'],
      Trigger: {
        MetricName: 'CPUUtilization',
        Namespace: 'AWS/EC2',
        StatisticType: 'Statistic',
        Statistic: 'AVERAGE',
        Unit: null,
        Dimensions: [{ value: 'i-0abcd1111', name: 'InstanceId' }],
        Period: 300,
        EvaluationPeriods: 1,
        ComparisonOperator: 'GreaterThanThreshold',
        Threshold: 80,
      },
    },
  };
}

const cloudwatch: Sequence = {
  preset: 'aws-cloudwatch',
  key: ARN,
  steps: [
    { what: 'goes off', ...alarm('ALARM', 'OK', 0), leaves: { status: 'firing', count: 1, episode: 1 } },
    { what: 'has no data', ...alarm('INSUFFICIENT_DATA', 'ALARM', 5), leaves: { status: 'firing', count: 2 } },
    {
      what: 'is fine',
      ...alarm('OK', 'INSUFFICIENT_DATA', 10),
      leaves: { status: 'resolved', count: 2, episode: 1, by: 'sender' },
    },
    {
      what: 'went off before that, in a message that a standard topic delivers late',
      ...alarm('ALARM', 'OK', 7),
      leaves: { status: 'resolved', count: 3, episode: 1, by: 'sender' },
    },
    { what: 'goes off again', ...alarm('ALARM', 'OK', 20), leaves: { status: 'firing', count: 1, episode: 2 } },
  ],
  posts: [/ALARM: cpu-web/, /Resolved.*cpu-web/s, /ALARM: cpu-web/],
};

/** A hook of a Sentry integration about one issue. */
function hook(resource: 'issue' | 'event_alert', action: string, minutes: number) {
  const issue = {
    id: '1170820242',
    shortId: 'SHOP-9',
    title: 'TypeError: cart is undefined',
    culprit: 'checkout(total)',
    level: 'error',
    status: action === 'resolved' ? 'resolved' : 'unresolved',
    statusDetails: action === 'resolved' ? { inRelease: '1.4.2' } : {},
    substatus: action === 'unresolved' ? 'regressed' : 'new',
    metadata: { type: 'TypeError', value: 'cart is undefined', filename: 'checkout.js' },
    project: { id: '1', name: 'shop', slug: 'shop', platform: 'javascript' },
    count: '3',
    userCount: 2,
    firstSeen: iso(0),
    lastSeen: iso(minutes),
  };
  const event = {
    event_id: 'e4874d664c3540c1a32eab185f12c5ab',
    issue_id: issue.id,
    title: issue.title,
    culprit: issue.culprit,
    level: 'error',
    metadata: issue.metadata,
    web_url: 'https://sentry.example/organizations/acme/issues/1170820242/events/e4874d66/',
  };
  return {
    headers: {
      'sentry-hook-resource': resource,
      'sentry-hook-timestamp': String(Math.floor(at(minutes).getTime() / 1000)),
      'request-id': `b37a7b2e-0000-4000-8000-${String(minutes).padStart(12, '0')}`,
    },
    body: {
      action,
      actor: { type: 'application', id: 'sentry', name: 'Sentry' },
      installation: { uuid: 'a8e5d37a-696c-4c54-adb5-b3f28d64c7de' },
      data: resource === 'issue' ? { issue } : { event, triggered_rule: 'Errors of the shop' },
    },
  };
}

const sentry: Sequence = {
  preset: 'sentry',
  key: 'issue:1170820242',
  steps: [
    { what: 'is created', ...hook('issue', 'created', 0), leaves: { status: 'firing', count: 1, episode: 1 } },
    { what: 'triggers a rule', ...hook('event_alert', 'triggered', 2), leaves: { status: 'firing', count: 2 } },
    {
      what: 'triggers it, sent again',
      ...hook('event_alert', 'triggered', 2),
      leaves: { status: 'firing', count: 2 },
    },
    {
      what: 'is assigned',
      ...hook('issue', 'assigned', 4),
      leaves: { status: 'acknowledged', count: 2, by: 'sender' },
    },
    {
      what: 'is resolved',
      ...hook('issue', 'resolved', 9),
      leaves: { status: 'resolved', count: 2, episode: 1, by: 'sender' },
    },
    { what: 'comes back', ...hook('issue', 'unresolved', 15), leaves: { status: 'firing', count: 1, episode: 2 } },
  ],
  posts: [/cart is undefined/, /Resolved.*cart is undefined/s, /cart is undefined/],
};

const STATES = { down: 0, up: 1, maintenance: 3 } as const;

/** A heartbeat as Uptime Kuma 2 posts it to a notification of type Webhook. */
function beat(state: keyof typeof STATES, minutes: number) {
  const time = iso(minutes).replace('T', ' ').replace('Z', '');
  const msg = {
    down: 'connect ECONNREFUSED 203.0.113.7:443',
    up: '200 - OK',
    maintenance: 'Monitor under maintenance',
  };
  return {
    headers: { 'user-agent': 'Uptime-Kuma/2.0.2' },
    body: {
      heartbeat: {
        monitorID: 7,
        status: STATES[state],
        time,
        msg: msg[state],
        ping: state === 'up' ? 41 : null,
        important: true,
        duration: 60,
        timezone: 'Europe/Berlin',
        timezoneOffset: '+01:00',
        localDateTime: time.slice(0, 19),
      },
      monitor: { id: 7, name: 'Shop', pathName: 'Web / Shop', url: 'https://shop.example', type: 'http', interval: 60 },
      msg: `[Shop] ${msg[state]}`,
    },
  };
}

const uptimeKuma: Sequence = {
  preset: 'uptime-kuma',
  key: 'monitor:7',
  steps: [
    { what: 'is down', ...beat('down', 0), leaves: { status: 'firing', count: 1, episode: 1 } },
    { what: 'is still down, after the resend interval', ...beat('down', 10), leaves: { status: 'firing', count: 2 } },
    {
      what: 'is being repaired',
      ...beat('maintenance', 12),
      leaves: { status: 'acknowledged', count: 2, by: 'sender' },
    },
    { what: 'is up', ...beat('up', 20), leaves: { status: 'resolved', count: 2, episode: 1, by: 'sender' } },
    { what: 'is down again', ...beat('down', 40), leaves: { status: 'firing', count: 1, episode: 2 } },
  ],
  posts: [/Shop is down/, /Resolved.*Shop/s, /Shop is down/],
};

/** In the formats that these products document, written for this test. */
export const sequences: readonly Sequence[] = [alertmanager, grafana, cloudwatch, sentry, uptimeKuma];
