import { describe, expect, it } from 'vitest';
import { type AccessRecord, accessLine } from '../../local/http-api/access-log.ts';
import { propertiesOf, resourcesOfType, synthesize } from './synthesize.ts';

const { router } = synthesize();
const stage = Object(propertiesOf(router, 'AWS::ApiGatewayV2::Stage'));
const format = accessLine(String(stage.AccessLogSettings.Format), 'the stage');
const filters = resourcesOfType(router, 'AWS::Logs::MetricFilter').map(([, { Properties }]) => Object(Properties));

const COMPARISON = /\$\.(\w+) (!?=) "([^"]*)"/g;

/** Evaluates the part of CloudWatch's pattern language that our filters use: strings with `*`, `&&`, `||`, brackets. */
function matches(pattern: string, line: string): boolean {
  const fields: Record<string, string> = JSON.parse(line);
  const values = pattern.replaceAll(COMPARISON, (_, name: string, operator: string, wanted: string) => {
    const parts = wanted.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
    return String(new RegExp(`^${parts.join('.*')}$`, 's').test(fields[name] ?? '') === (operator === '='));
  });
  return reduce(values.replaceAll(/\s/g, '')) === '{true}';
}

/** Brackets and `&&` to one word, and `||` where only that is left within brackets. */
function reduce(expression: string): string {
  const shorter = expression
    .replaceAll(/\((true|false)\)/g, '$1')
    .replaceAll('true&&true', 'true')
    .replaceAll(/(?:true&&false|false&&true|false&&false)/g, 'false')
    .replaceAll(/\((?:true\|\|true|true\|\|false|false\|\|true)/g, '(true')
    .replaceAll('(false||false', '(false');
  if (shorter === expression && !/^\{(?:true|false)\}$/.test(shorter)) throw new Error(`not understood: ${shorter}`);
  return shorter === expression ? shorter : reduce(shorter);
}

/** The metrics that a request counts in. */
function countedIn(record: Partial<AccessRecord>): string[] {
  const line = format({
    requestId: 'r',
    routeKey: undefined,
    status: 200,
    responseLength: 1,
    responseLatency: 1,
    ...record,
  });
  return filters
    .filter(({ FilterPattern }) => matches(FilterPattern, line))
    .map(({ MetricTransformations: [to] }) => to.MetricName);
}

const SEND = 'POST /n/{publicId}';
const DROP_IN = 'ANY /n/{publicId}/opsgenie/{proxy+}';
const API = 'ANY /api/{proxy+}';

describe('the access log', () => {
  it.each<[string, Partial<AccessRecord>]>([
    ['a notification that could not be stored', { routeKey: SEND, status: 503, integrationStatus: 200 }],
    ['one in another product’s words', { routeKey: DROP_IN, status: 500, integrationStatus: 200 }],
    ['a crash', { routeKey: SEND, status: 500, integrationStatus: 200, integrationErrorMessage: 'Runtime.ExitError' }],
    ['no concurrency left', { routeKey: SEND, status: 503, integrationStatus: 429 }],
    ['no answer in time', { routeKey: SEND, status: 504 }],
  ])('counts %s as a send that failed', (_, record) => {
    expect(countedIn(record)).toEqual(['SendsFailed']);
  });

  it.each<[string, Partial<AccessRecord>]>([
    ['a crash', { routeKey: API, status: 500, integrationStatus: 200 }],
    ['no concurrency left', { routeKey: API, status: 503, integrationStatus: 429 }],
    ['a crash under a page', { routeKey: '$default', status: 500, integrationStatus: 200 }],
    ['a fault of Lambda', { routeKey: API, status: 503, integrationStatus: 502 }],
  ])('counts %s as a failure of the management API', (_, record) => {
    expect(countedIn(record)).toEqual(['ManagementFailed']);
  });

  it.each<[string, Partial<AccessRecord>]>([
    ['an accepted send', { routeKey: SEND, status: 201, integrationStatus: 200 }],
    ['a bad send', { routeKey: SEND, status: 400, integrationStatus: 200 }],
    ['a loop', { routeKey: SEND, status: 508, integrationStatus: 200 }],
    ['two changes at once, or a stream that nobody serves', { routeKey: API, status: 503, integrationStatus: 200 }],
    ['a page that answers a person', { routeKey: 'ANY /a/{proxy+}', status: 500, integrationStatus: 200 }],
    ['a request that no route takes', { status: 503 }],
    ['a length that looks like an error', { routeKey: SEND, status: 201, integrationStatus: 200, responseLength: 503 }],
  ])('counts %s as no failure', (_, record) => {
    expect(countedIn(record)).toEqual([]);
  });
});
