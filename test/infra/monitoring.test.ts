import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { METRICS, type MetricName } from '../../core/telemetry/metrics.ts';
import { RUNBOOK_SECTIONS, runbookLink } from '../../lib/constructs/monitoring/runbook.ts';
import { propertiesOf, resourcesOfType, synthesize, templatesOf } from './synthesize.ts';

const ALARM = 'AWS::CloudWatch::Alarm';
const page = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
const sections = page.split(/^## /m).slice(1);

/** As GitHub makes them. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

describe('alarms', () => {
  const router = synthesize();
  const alarms = templatesOf(router).flatMap((template) => resourcesOfType(template, ALARM));
  const descriptions = alarms.map(([, { Properties }]) => String(Properties['AlarmDescription']));
  const found = (idStart: string) =>
    templatesOf(router)
      .flatMap((template) => resourcesOfType(template, ALARM))
      .filter(([id]) => id.startsWith(idStart))
      .map(([, { Properties }]) => Properties);

  it('say how bad it is, what users suffer, and where the runbook says what to do', () => {
    const links = RUNBOOK_SECTIONS.map((section) => runbookLink(section));

    expect(descriptions.length).toBeGreaterThan(RUNBOOK_SECTIONS.length / 2);
    for (const description of descriptions) {
      expect(description).toMatch(/^(critical|major|minor): [A-Z].+\. Runbook: \S+$/);
      expect(links).toContain(description.split(' Runbook: ')[1]);
    }
  });

  it('use every section of the runbook', () => {
    const used = new Set(descriptions.map((description) => description.split('Runbook: ')[1]));

    expect(RUNBOOK_SECTIONS.filter((section) => !used.has(runbookLink(section)))).toEqual([]);
  });

  it.each([
    ['OutboundWaiting', { MetricName: 'ApproximateAgeOfOldestMessage', Threshold: 1800 }],
    ['OutboundSetAside', { MetricName: 'ApproximateNumberOfMessagesVisible', Threshold: 1 }],
    ['IngestFunctionFailing', { MetricName: 'SendsFailed', Statistic: 'Sum', Threshold: 1 }],
    ['ManagementFunctionFailing', { MetricName: 'ManagementFailed', Statistic: 'Sum', Threshold: 1 }],
    ['AnswersFunctionFailing', { Namespace: 'AWS/Lambda', MetricName: 'Errors', Threshold: 1 }],
    ['IngestSlow', { MetricName: 'Duration', ExtendedStatistic: 'p99', Threshold: 2000 }],
    ['FirstAttemptsLate', { MetricName: 'DeliveryLag', ExtendedStatistic: 'p50', Threshold: 60_000 }],
    ['FiguresBehind', { MetricName: 'IteratorAge', Statistic: 'Maximum', Threshold: 900_000 }],
    ['SweeperLate', { MetricName: 'SweepLag', Threshold: 120_000, TreatMissingData: 'breaching' }],
    ['EmailEventsReputationBounceRate', { Namespace: 'AWS/SES', Threshold: 0.05 }],
    ['EmailEventsReputationComplaintRate', { Namespace: 'AWS/SES', Threshold: 0.001 }],
    ['MonitoringLate', { MetricName: 'StreamLag', Threshold: 5000, EvaluationPeriods: 3 }],
    ['LiveStreamReachUnreachable', { Namespace: 'AWS/Events', MetricName: 'FailedInvocations', Threshold: 3 }],
    ['DoorClosed', { MetricName: 'HealthyHostCount', TreatMissingData: 'breaching' }],
  ])('are raised by %s', (idStart, expected) => {
    expect(found(idStart)).toMatchObject([expected]);
  });

  it('read our own metrics where their writers put them', () => {
    const own = Object.keys(METRICS) as MetricName[];
    const text = JSON.stringify(alarms);
    const namespaces = new Set([...text.matchAll(/"Namespace":"((?!AWS\/)[^"]+)"/g)].map(([, name]) => name));

    expect(own.filter((name) => text.includes(`"MetricName":"${name}"`)).sort()).toEqual(
      ['DeliveryLag', 'ManagementFailed', 'SendsFailed', 'StreamLag', 'SweepLag'].sort(),
    );
    expect(namespaces).toEqual(new Set(['NotificationRouter', 'NotificationRouterLiveStream']));
  });

  it('are sixteen, ten of which are free, without Live Stream, and each is billed for one metric', () => {
    const router = synthesize({ LIVE_STREAM: 'off' });
    const quiet = templatesOf(router).flatMap((template) => resourcesOfType(template, ALARM));

    expect(quiet.filter(([, { Properties }]) => 'Metrics' in Properties)).toEqual([]);
    expect(quiet).toHaveLength(16);
  });

  it('tell nobody by default, and the topic of the settings when they begin and end', () => {
    const topic = 'arn:aws:sns:eu-west-1:123456789012:on-call';
    const loud = synthesize({ ALARM_TOPIC_ARN: topic });

    const telling = templatesOf(loud).flatMap((it) => resourcesOfType(it, ALARM));

    expect(telling).toHaveLength(alarms.length);
    for (const [, { Properties }] of alarms) expect(Properties['AlarmActions']).toBeUndefined();
    for (const [, { Properties }] of telling) {
      expect(Properties).toMatchObject({ AlarmActions: [topic], OKActions: [topic] });
    }
  });
});

describe('the runbook', () => {
  it('lists our own metrics as they are declared', () => {
    for (const [name, { unit, by, meaning }] of Object.entries(METRICS)) {
      expect(page).toContain(`| \`${name}\` | ${unit.toLowerCase()} | ${by} | ${meaning} |`);
    }
  });

  it('has every section that an alarm names, in the order of harm', () => {
    const headings = sections.map((section) => section.split('\n')[0]);

    expect(headings.filter((heading) => RUNBOOK_SECTIONS.some((section) => section === heading))).toEqual(
      RUNBOOK_SECTIONS,
    );
    for (const section of RUNBOOK_SECTIONS) expect(runbookLink(section)).toBe(`docs/runbook.md#${anchorOf(section)}`);
  });

  it.each(RUNBOOK_SECTIONS)('says of "%s" when, what users suffer, what to look at and what to do', (section) => {
    const text = sections.find((it) => it.startsWith(`${section}\n`)) ?? '';

    for (const part of ['**Alarm**', '**Harm.**', '**Look.**', '**Do.**']) expect(text).toContain(part);
  });
});

describe('tracing', () => {
  const modesOf = (settings: Parameters<typeof synthesize>[0]) =>
    resourcesOfType(synthesize(settings).router, 'AWS::Lambda::Function')
      .filter(([id]) => !id.startsWith('Custom'))
      .map(([, { Properties }]) => Properties['TracingConfig']);

  it('is off by default and on for every function when it is asked for', () => {
    expect(new Set(modesOf({}))).toEqual(new Set([undefined]));
    expect(modesOf({ TRACING: 'on' })).toEqual(Array.from({ length: 8 }, () => ({ Mode: 'Active' })));
  });
});

describe('the dashboard of operators', () => {
  const { observability } = synthesize();
  const body = JSON.stringify(propertiesOf(observability, 'AWS::CloudWatch::Dashboard')['DashboardBody']);

  it('shows the alarms in the order of harm, before anything else', () => {
    const places = ['Alarms, in the order of harm', 'critical: ', 'major: ', 'minor: ', 'Requests and their errors'];
    const first = places.map((text) => body.indexOf(text));

    expect(first).not.toContain(-1);
    expect(first).toEqual(first.toSorted((a, b) => a - b));
    expect(body.lastIndexOf('critical: ')).toBeLessThan(body.indexOf('major: '));
    expect(body.lastIndexOf('major: ')).toBeLessThan(body.indexOf('minor: '));
  });

  it('shows each of our own metrics', () => {
    for (const name of Object.keys(METRICS).filter((it) => it !== 'StreamBytes')) expect(body).toContain(name);
  });

  it('has at most fifty metrics, as many as are free', () => {
    const shown = body.match(/\[\\\\\\"AWS\/|\[\\"AWS\/|\[\\+"NotificationRouter/g) ?? [];

    expect(shown.length).toBeGreaterThan(30);
    expect(shown.length).toBeLessThanOrEqual(50);
  });
});
