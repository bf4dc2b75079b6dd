import { setTimeout as sleep } from 'node:timers/promises';
import { type JsonObject, parseJsonObject } from '../../../core/message/json-object.ts';
import type { ClientOptions } from '../create-client.ts';
import { createCredentialSource, type CallCredentials } from './credentials.ts';
import { environmentOf } from './environment.ts';
import { createHttpPost, type ServicePlace, type HttpAnswer, UnansweredError } from './http-post.ts';
import { createRetries } from './retries.ts';
import { type ServiceRefusal, refusalIn, ServiceError } from './service-error.ts';
import { createSigner, type Sign } from './signature.ts';

/** A service that speaks JSON over POST. */
export interface Service {
  /** In signatures. */
  readonly name: string;
  /** Before the name of an operation. */
  readonly target: string;
  /** The longest pause after a first failure, milliseconds; the SDK has one for each service. */
  readonly firstPauseMs: number;
  /** @default a `ServiceError` */
  readonly errorOf?: (refusal: ServiceRefusal) => ServiceError;
}

/** What a caller can choose. Everything else comes from the environment, as with the SDK. */
export interface CallerOptions extends Pick<ClientOptions, 'patienceMs' | 'maxAttempts' | 'region'> {
  /** @default those of the function or the task */
  readonly credentials?: CallCredentials;
}

/** Makes a call with an input in the wire format. @throws {ServiceError} when the service refuses */
export type Call = (operation: string, input: JsonObject, to: ServicePlace) => Promise<JsonObject>;

const CONNECT_MS = 1000;
const USER_AGENT = `notification-router lang/js md/nodejs#${process.versions.node}`;

/**
 * Calls a service without the SDK: its middleware takes several times as long as signing and sending, and most of the
 * time of a cold start (ADR 0016). Signs, keeps connections, gives up what hangs, and repeats, as the SDK does.
 */
export function createCaller(service: Service, options: CallerOptions = {}): Call {
  const { patienceMs = 5000, maxAttempts = 4 } = options;
  const { errorOf = (refusal: ServiceRefusal) => new ServiceError(refusal) } = service;
  const post = createHttpPost({ connectMs: Math.min(CONNECT_MS, patienceMs), answerMs: patienceMs });
  const attempts = createRetries({ maxAttempts, firstPauseMs: service.firstPauseMs });
  const { credentials: given } = options;
  const credentials = given === undefined ? createCredentialSource() : async () => given;
  let sign: Sign | undefined;
  /** By how much the services' clock is ahead of ours. */
  let clockOffset = 0;

  async function tryOnce(target: string, body: string, to: ServicePlace): Promise<JsonObject> {
    sign ??= createSigner(service.name, options.region ?? regionOfEnvironment());
    const signedAt = Date.now() + clockOffset;
    const headers = { 'content-type': 'application/x-amz-json-1.0', host: to.host, 'x-amz-target': target };
    const signed = sign({ headers, body }, await credentials(), new Date(signedAt));
    const answer = await post(to, { ...signed, ...unsignedHeaders(body) }, body);
    if (answer.status === 200) return wholeBody(answer);
    const error = errorOf(refusalIn(answer, signedAt));
    // A signature is also too old when the function was frozen before it was sent: then both clocks are right.
    if (error.clock !== undefined) clockOffset = error.clock - Date.now();
    throw error;
  }

  return async (operation, input, to) => {
    const target = `${service.target}.${operation}`;
    const body = JSON.stringify(input);
    const made = attempts();
    for (;;) {
      try {
        const answer = await tryOnce(target, body, to);
        made.succeeded();
        return answer;
      } catch (error) {
        const pause = made.pauseAfter(error);
        if (pause === undefined) throw error;
        await sleep(pause);
      }
    }
  };
}

/** Lambda tells a chain of functions that call each other by the trace of their calls, and stops it when it is a loop. */
function unsignedHeaders(body: string): Record<string, string> {
  const trace = environmentOf('AWS_LAMBDA_FUNCTION_NAME') && environmentOf('_X_AMZN_TRACE_ID');
  return {
    'user-agent': USER_AGENT,
    'content-length': String(Buffer.byteLength(body)),
    ...(trace !== undefined && { 'x-amzn-trace-id': trace }),
  };
}

/** The names of the SDK. @throws when the environment names no region */
export function regionOfEnvironment(): string {
  const region = environmentOf('AWS_REGION');
  if (region === undefined) throw new Error('AWS_REGION is not set: which region do the calls go to?');
  return region;
}

/** An answer without a length can end early without a trace. Some calls have nothing to say, and a length of 0. */
function wholeBody({ text, headers }: HttpAnswer): JsonObject {
  const body = headers['content-length'] === '0' ? {} : parseJsonObject(text);
  if (body === undefined) throw new UnansweredError('AWS answered with a part of its JSON');
  return body;
}
