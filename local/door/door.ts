import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { administratorsOnly, type Guard } from './access/guard.ts';
import type { NeedsOf } from './access/requests.ts';
import { callerOf, type AwsCaller } from './caller.ts';
import { Faults, FaultPlan } from './faults.ts';
import { Metering } from './metering.ts';
import { jsonError, targetOperation, type AwsAnswer, type AwsCall, type AwsService } from './service.ts';

/** Longer than any client keeps an idle connection, so that no client writes into a closing one. */
const KEEP_ALIVE_MS = 5 * 60_000;

/** The rights that calls to a service need. */
interface CallRights {
  /** To be served. Absent: none, as for `sts:GetCallerIdentity`. */
  readonly needs?: NeedsOf;
  /** To be told that a thing does not exist. Absent: none. */
  readonly needsToMiss?: NeedsOf;
}

/** The one local endpoint for every AWS call. */
export interface Door {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly metering: Metering;
  /** Off unless a test switches it on. */
  readonly faults: Faults;
  /** Adds the service with that SigV4 signing name. */
  serve(service: string, implementation: AwsService, rights?: CallRights): void;
  /** Sets who gets in. Until the first call, only administrators do. */
  guardWith(guard: Guard): void;
  close(): Promise<void>;
}

/** Opens the door on a free port of 127.0.0.1. It answers for the services that {@link Door.serve} added. */
export async function openDoor(): Promise<Door> {
  const services = new Map<string, Served>();
  let guard = administratorsOnly;
  const metering = new Metering();
  const faults = new Faults();
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    answer({ request, response, services, guard, metering, faults }).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    metering,
    faults,
    serve: (service, implementation, rights = {}) => void services.set(service, { implementation, rights }),
    guardWith: (other) => {
      guard = other;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Served {
  readonly implementation: AwsService;
  readonly rights: CallRights;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly services: ReadonlyMap<string, Served>;
  readonly guard: Guard;
  readonly metering: Metering;
  readonly faults: Faults;
}

async function answer({ request, response, services, guard, metering, faults }: Exchange): Promise<void> {
  const { url = '/', method = 'GET', headers } = request;
  if (url.startsWith('/_metering')) return answerMetering(method, response, metering);
  if (url.startsWith('/_faults')) return answerFaults(request, response, faults);
  const caller = callerOf(headers, url);
  const body = await collect(request);
  const service = services.get(caller?.service ?? '');
  if (caller === undefined || service === undefined) return write(response, refusal(request));
  const hangUp = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) hangUp.abort();
  });
  const call = { method, url, headers, rawHeaders: request.rawHeaders, body, signal: hangUp.signal };
  const serve = (passed: AwsCall): Promise<AwsAnswer> => answerOf(service.implementation, passed);
  const answered = await guarded({ guard, caller, call, rights: service.rights }, () =>
    faults.pass({ caller, call, serve }),
  );
  if (answered === undefined) return void response.destroy();
  metering.count({
    caller: caller.accessKeyId,
    service: caller.service,
    operation: answered.operation,
    failed: answered.status >= 400,
    requestBytes: body.length,
    responseBytes: Buffer.byteLength(answered.body),
    capacityUnits: answered.capacityUnits ?? 0,
  });
  write(response, answered, method);
}

interface GuardedCall {
  readonly guard: Guard;
  readonly caller: AwsCaller;
  readonly call: AwsCall;
  readonly rights: CallRights;
}

async function guarded(
  { guard, caller, call, rights }: GuardedCall,
  serve: () => Promise<AwsAnswer | undefined>,
): Promise<AwsAnswer | undefined> {
  const refusal = guard.refusalOf(caller, call, rights.needs);
  if (refusal !== undefined) return refusal;
  const answered = await serve();
  if (answered?.status !== 404 || rights.needsToMiss === undefined) return answered;
  return guard.refusalOf(caller, call, rights.needsToMiss) ?? answered;
}

async function answerOf(service: AwsService, call: Parameters<AwsService>[0]): Promise<AwsAnswer> {
  try {
    return await service(call);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'the local engine failed';
    return jsonError({ status: 500, type: 'InternalServerError', message, operation: targetOperation(call.headers) });
  }
}

function refusal({ headers, url = '/', method = '' }: IncomingMessage): AwsAnswer {
  const operation = targetOperation(headers);
  const caller = callerOf(headers, url);
  if (caller === undefined) {
    const message = 'Request is missing Authentication Token';
    return jsonError({ status: 403, type: 'MissingAuthenticationToken', message, operation });
  }
  const call = operation === 'unknown' ? `${method} ${url.split('?')[0]}` : operation;
  const message = `${caller.service} ${call} is not available locally`;
  return jsonError({ status: 501, type: 'NotImplemented', message, operation });
}

function answerMetering(method: string, response: ServerResponse, metering: Metering): void {
  if (method === 'DELETE') metering.reset();
  const body = JSON.stringify({ meters: metering.read() });
  write(response, { status: 200, headers: { 'content-type': 'application/json' }, body, operation: '' });
}

async function answerFaults(request: IncomingMessage, response: ServerResponse, faults: Faults): Promise<void> {
  if (request.method === 'DELETE') faults.configure(undefined);
  if (request.method === 'PUT') faults.configure(FaultPlan.parse(JSON.parse(String(await collect(request)))));
  const body = JSON.stringify({ injected: faults.injected });
  write(response, { status: 200, headers: { 'content-type': 'application/json' }, body, operation: '' });
}

function write(response: ServerResponse, answered: AwsAnswer, method = 'POST'): void {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(answered.headers))
    headers[name] = typeof value === 'string' ? value : [...value];
  if (method !== 'HEAD') headers['content-length'] = String(Buffer.byteLength(answered.body));
  response.writeHead(answered.status, headers);
  response.end(method === 'HEAD' ? undefined : answered.body);
}

async function collect(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the door has no TCP port');
  return address.port;
}
