import * as z from 'zod';
import type { HttpResponse } from './http-exchange.ts';
import { LOOP_DETECTED, type Outcome } from './outcome.ts';
import { answerOf, byStatus } from './vendor-answer.ts';

/** How another router says why it refused. */
const Refusal = z.object({ reason: z.string() });

/** Whether the receiver noticed that the notification goes round in a loop. */
export function isLoop({ status }: HttpResponse): boolean {
  return status === LOOP_DETECTED;
}

/** A loop is not tried again. If the receiver is a router and gives the reason, the delivery shows it. */
export function loopDetected(response: HttpResponse, now: number): Outcome {
  return byStatus({ response, now, said: answerOf(response, Refusal)?.reason });
}
