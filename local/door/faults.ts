import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { AwsCaller } from './caller.ts';
import { lostAnswer, partialFailure, faultAnswer, serveWhimsically } from './fault-kinds.ts';
import { targetOperation, type AwsAnswer, type AwsCall } from './service.ts';

const Rate = z.number().min(0).max(1).default(0);

/**
 * What goes wrong at the door, and how often: each rate is a share of the calls that are hit. Everything is off by
 * default; `PUT /_faults` switches it on, `DELETE /_faults` off.
 */
export const FaultPlan = z.strictObject({
  seed: z.int().default(1),
  /** Only calls of callers whose name holds one of these; empty: of nobody. */
  callers: z.array(z.string()).default([]),
  /** Answered 500, and not done. */
  refused: Rate,
  /** Done, but answered 500. */
  answerLost: Rate,
  /** Throttled as the service does it. */
  throttled: Rate,
  /** Not done, and not answered for `hangMs`, after which the connection breaks off. */
  hung: Rate,
  hangMs: z.int().default(8000),
  /** One item or message of a batch is not done: the 200 says so. */
  partial: Rate,
  /** Queue messages that are sent twice, and batches of streams that come twice. */
  duplicated: Rate,
  /** Queue messages that come up to three seconds late, so that others overtake them. */
  reordered: Rate,
  /** Instances that start from now on have a clock that is wrong by up to this much, either way. */
  clockSkewMs: z.int().min(0).default(0),
});
export type FaultPlan = z.infer<typeof FaultPlan>;

const kinds = ['refused', 'answerLost', 'throttled', 'hung', 'partial'] as const;
export type FaultKind = (typeof kinds)[number];

/** A fault that was injected. */
export interface InjectedFault {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: FaultKind;
  readonly caller: string;
  readonly service: string;
  readonly operation: string;
  /** Sort key of the item that an UpdateItem names; of a delivery: message and channel. */
  readonly sortKey?: string;
}

/** A call that passes the door. */
export interface DoorCall {
  readonly caller: AwsCaller;
  readonly call: AwsCall;
  readonly serve: (call: AwsCall) => Promise<AwsAnswer>;
}

/** Remembered at most; a rig reads them more often than they run over. */
const MAX_REMEMBERED = 100_000;

/** Makes AWS calls fail as they do on AWS, for tests of what the app does then. */
export class Faults {
  #plan: FaultPlan | undefined;
  #random = generator(1);
  #injected: InjectedFault[] = [];

  get injected(): readonly InjectedFault[] {
    return this.#injected;
  }

  /** @param plan absent: nothing goes wrong. */
  configure(plan: FaultPlan | undefined): void {
    this.#plan = plan;
    this.#random = generator(plan?.seed ?? 1);
    if (plan === undefined) this.#injected = [];
  }

  /** Whether a batch of a stream that was done is handed over once more. */
  isRepeated(): boolean {
    return this.#random() < (this.#plan?.duplicated ?? 0);
  }

  /** How wrong the clock of the next instance is, milliseconds. */
  clockSkewMs(): number {
    const most = this.#plan?.clockSkewMs ?? 0;
    return Math.round((this.#random() * 2 - 1) * most);
  }

  /** @returns absent: the connection is to break off without an answer. */
  async pass({ caller, call, serve }: DoorCall): Promise<AwsAnswer | undefined> {
    const plan = this.#plan;
    if (plan === undefined || !plan.callers.some((name) => caller.accessKeyId.includes(name))) return serve(call);
    const operation = targetOperation(call.headers);
    const kind = kinds.find((name) => this.#random() < plan[name]);
    if (kind === undefined) return serveWhimsically(call, serve, { ...plan, random: this.#random });
    this.#remember({ caller, call, kind, operation });
    switch (kind) {
      case 'refused':
      case 'throttled':
        return faultAnswer(caller.service, operation, kind);
      case 'answerLost':
        return lostAnswer(caller.service, await serve(call));
      case 'partial':
        return partialFailure(call, serve);
      case 'hung':
        await delay(plan.hangMs);
        return undefined;
      default:
        throw new Error(`no fault is known for ${String(kind satisfies never)}`);
    }
  }

  #remember(fault: { caller: AwsCaller; call: AwsCall; kind: FaultKind; operation: string }): void {
    const { caller, call, kind, operation } = fault;
    const sortKey = /"sk":\{"S":"([^"]+)"\}/.exec(operation === 'UpdateItem' ? call.body.toString('utf8') : '')?.[1];
    const { accessKeyId, service } = caller;
    if (this.#injected.length >= MAX_REMEMBERED) this.#injected.shift();
    const known = sortKey === undefined ? {} : { sortKey };
    this.#injected.push({ at: Date.now(), kind, caller: accessKeyId, service, operation, ...known });
  }
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32): a run can be repeated. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
