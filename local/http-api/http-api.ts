import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Resources } from '../assembly/resources.ts';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';
import { THROTTLE, type InvocationResult } from '../lambda/protocol.ts';
import { accessLine, type AccessRecord } from './access-log.ts';
import { apiError, toResponse, type ApiResponse } from './function-response.ts';
import { toEvent, type ApiRequest } from './request-event.ts';
import { RouteTable, type KeyedRoute } from './route-table.ts';

/** @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const MAX_PAYLOAD_BYTES = 10 * 1024 * 1024;
const MAX_HEAD_BYTES = 10_240;
/** @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_LAMBDA_PAYLOAD_BYTES = 6 * 1024 * 1024;

const integrationShape = {
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0'),
  TimeoutInMillis: z.number().max(30_000).default(30_000),
};
const stageShape = { ApiId: z.string(), AccessLogSettings: z.optional(z.object({ Format: z.string() })) };
const routeShape = { ApiId: z.string(), RouteKey: z.string(), Target: z.string() };

/** Where a route leads: a function and how long the API waits for it. */
export interface Integration {
  readonly functionArn: string;
  readonly timeoutMs: number;
}

/** An HTTP API as the templates declare it. */
export interface ApiDefinition {
  readonly id: string;
  /** Host name of its endpoint, by which an origin names it. */
  readonly host: string;
  readonly routes: readonly KeyedRoute<Integration>[];
  /** Writes the access log line of a request; absent: the API keeps no log. */
  readonly accessLine?: (record: AccessRecord) => string;
}

/** The HTTP APIs that the templates declare, with their routes. */
export function apisOf(resources: Resources): ApiDefinition[] {
  const integrations = new Map(
    resources
      .ofType('AWS::ApiGatewayV2::Integration', integrationShape)
      .map(({ attribute, properties }) => [
        `integrations/${attribute('')}`,
        { functionArn: functionArnIn(properties.IntegrationUri), timeoutMs: properties.TimeoutInMillis },
      ]),
  );
  const routes = resources.ofType('AWS::ApiGatewayV2::Route', routeShape);
  return resources.ofType('AWS::ApiGatewayV2::Api', { ProtocolType: z.literal('HTTP') }).map((api) => ({
    id: api.attribute('ApiId'),
    ...accessLogOf(resources, api.attribute('ApiId')),
    host: new URL(api.attribute('ApiEndpoint')).host,
    routes: routes
      .filter(({ properties }) => properties.ApiId === api.attribute('ApiId'))
      .map(({ where, properties: { RouteKey, Target } }) => {
        const target = integrations.get(Target);
        if (target === undefined) throw new UnsupportedTemplate(where, `its target ${Target} is no integration`);
        return { key: RouteKey, target };
      }),
  }));
}

function accessLogOf(resources: Resources, apiId: string): Pick<ApiDefinition, 'accessLine'> {
  const stages = resources.ofType('AWS::ApiGatewayV2::Stage', stageShape);
  const stage = stages.find(({ properties }) => properties.ApiId === apiId);
  const format = stage?.properties.AccessLogSettings?.Format;
  return stage === undefined || format === undefined ? {} : { accessLine: accessLine(format, stage.where) };
}

/** The function in an integration's URI, which may wrap it in an invocation path. */
function functionArnIn(uri: string): string {
  return /arn:aws:lambda:[^/]+/.exec(uri)?.[0] ?? uri;
}

type Invoke = (functionArn: string, event: object) => Promise<InvocationResult>;

/** An answer, and what the access log says about its request. */
interface Answered {
  readonly routeKey?: string;
  readonly response: ApiResponse;
  readonly integrationStatus?: number;
  readonly integrationErrorMessage?: string;
}

/** Serves an HTTP API: from a request to the function's answer. */
export class HttpApi {
  readonly #id: string;
  readonly #routes: RouteTable<Integration>;
  readonly #invoke: Invoke;
  readonly #accessLine: ApiDefinition['accessLine'];
  readonly #writeLog: (line: string) => void;

  /** @param writeLog takes the lines of the access log. */
  constructor(definition: ApiDefinition, invoke: Invoke, writeLog: (line: string) => void = () => undefined) {
    this.#id = definition.id;
    this.#routes = new RouteTable(definition.routes);
    this.#invoke = invoke;
    this.#accessLine = definition.accessLine;
    this.#writeLog = writeLog;
  }

  async handle(request: ApiRequest): Promise<ApiResponse> {
    const requestId = randomUUID();
    const startedAt = performance.now();
    const { response, ...served } = await this.#serve(request, requestId);
    if (this.#accessLine !== undefined) {
      const responseLatency = Math.round(performance.now() - startedAt);
      const { status, body } = response;
      const answered = { status, responseLength: body.length, responseLatency };
      this.#writeLog(this.#accessLine({ requestId, routeKey: undefined, ...served, ...answered }));
    }
    return response;
  }

  async #serve(request: ApiRequest, requestId: string): Promise<Answered> {
    const found = this.#routes.find(request.method, request.path);
    if (found === undefined) return { response: apiError(404, 'Not Found') };
    const { key: routeKey, target } = found.route;
    if (headBytes(request) > MAX_HEAD_BYTES) {
      return { routeKey, response: apiError(431, 'Request Header Fields Too Large') };
    }
    if (request.body.length > MAX_PAYLOAD_BYTES) return { routeKey, response: TOO_LARGE };
    const context = { routeKey, pathParameters: found.pathParameters, apiId: this.#id };
    const event = toEvent(request, { ...context, requestId, time: Date.now() });
    // Base64 makes four bytes out of three. A large text body is measured, a small one cannot be too large.
    if (request.body.length > MAX_LAMBDA_PAYLOAD_BYTES / 2 && eventBytes(event) > MAX_LAMBDA_PAYLOAD_BYTES) {
      return { routeKey, response: TOO_LARGE };
    }
    return { routeKey, ...(await this.#answer(target, event)) };
  }

  async #answer({ functionArn, timeoutMs }: Integration, event: object): Promise<Answered> {
    const result = await within(timeoutMs, this.#invoke(functionArn, event));
    if (result === undefined) {
      return { response: apiError(503, 'Service Unavailable'), integrationErrorMessage: 'the function timed out' };
    }
    if (result.kind === 'error' && result.type === THROTTLE) {
      const response = apiError(503, 'Service Unavailable');
      return { response, integrationStatus: 429, integrationErrorMessage: result.message };
    }
    return { integrationStatus: 200, ...fromFunction(result) };
  }
}

function fromFunction(result: InvocationResult): Answered {
  if (result.kind === 'error') {
    return { response: apiError(500, 'Internal Server Error'), integrationErrorMessage: result.type };
  }
  const response = toResponse(result.payload);
  if (response === undefined || response.body.length > MAX_LAMBDA_PAYLOAD_BYTES) {
    return { response: apiError(500, 'Internal Server Error'), integrationErrorMessage: 'no valid answer' };
  }
  return { response };
}

const TOO_LARGE = apiError(413, 'Request Entity Too Large');

function headBytes({ method, path, query, rawHeaders }: ApiRequest): number {
  return rawHeaders.reduce((sum, [, value]) => sum + value.length, method.length + path.length + query.length);
}

function eventBytes(event: object): number {
  return Buffer.byteLength(JSON.stringify(event));
}

async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((settle) => {
    timer = setTimeout(settle, timeoutMs, undefined);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
