import { createContext, runInContext } from 'node:vm';
import * as z from 'zod';

const Value = z.object({ value: z.string(), multiValue: z.array(z.object({ value: z.string() })).optional() });
const Values = z.record(z.string(), Value).default({});

const Answer = z.object({
  statusCode: z.number(),
  headers: Values,
  body: z.union([z.string(), z.object({ data: z.string(), encoding: z.enum(['text', 'base64']) })]).optional(),
});
const Request = z.object({
  method: z.string(),
  uri: z.string(),
  querystring: Values,
  headers: Values,
  cookies: Values,
});

/** A request as a function sees it. */
export type EdgeRequest = z.infer<typeof Request>;
/** An answer that a function gives itself. */
export type EdgeAnswer = z.infer<typeof Answer>;

/** What a viewer-request function decided. */
export type EdgeDecision =
  | { readonly kind: 'forward'; readonly request: EdgeRequest }
  | { readonly kind: 'answer'; readonly answer: EdgeAnswer };

interface EdgeEvent {
  readonly request: EdgeRequest;
  readonly viewerIp: string;
  readonly distributionId: string;
  readonly requestId: string;
}

type Run = (event: object) => unknown;

/** A function may use at most about a millisecond of CPU on AWS; here it only has to end. */
const LIMIT_MS = 1000;

/**
 * Runs the code of a CloudFront Function. It sees nothing of Node: the same language, and no `require`, network or
 * clock of its own.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
export class EdgeFunction {
  readonly #run: Run;

  /** @throws when the code does not compile or defines no `handler`. */
  constructor(code: string) {
    const context = createContext({});
    const run: unknown = runInContext(`${code}\n;(eventText) => handler(JSON.parse(eventText))`, context, {
      timeout: LIMIT_MS,
    });
    if (typeof run !== 'function') throw new TypeError('a CloudFront Function defines no handler');
    this.#run = (event) => Reflect.apply(run, undefined, [JSON.stringify(event)]);
  }

  /**
   * Runs it for a viewer's request.
   *
   * @throws when it throws or returns neither a request nor an answer; CloudFront then answers 503.
   */
  async onRequest({ request, viewerIp, distributionId, requestId }: EdgeEvent): Promise<EdgeDecision> {
    const returned = await this.#run({
      version: '1.0',
      context: { distributionId, eventType: 'viewer-request', requestId },
      viewer: { ip: viewerIp },
      request,
    });
    const answer = Answer.safeParse(returned);
    if (answer.success) return { kind: 'answer', answer: answer.data };
    return { kind: 'forward', request: Request.parse(returned) };
  }
}

/** The bytes of an answer's body. */
export function bodyOf({ body }: EdgeAnswer): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (typeof body === 'string') return Buffer.from(body);
  return Buffer.from(body.data, body.encoding === 'base64' ? 'base64' : 'utf8');
}

/** Query parameters in the form that functions see. */
export function toValues(entries: Iterable<readonly [string, string]>): z.infer<typeof Values> {
  const values: z.infer<typeof Values> = {};
  for (const [name, value] of entries) {
    const before = values[name];
    if (before === undefined) values[name] = { value };
    else values[name] = { value, multiValue: [...(before.multiValue ?? [{ value: before.value }]), { value }] };
  }
  return values;
}

/** The reverse of {@link toValues}. */
export function fromValues(values: z.infer<typeof Values>): [name: string, value: string][] {
  return Object.entries(values).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((item): [string, string] => [name, item.value]),
  );
}
