import { alertsOf, openRouter, webhooksOf, type AlertQuery } from '../router/router.ts';
import { webhookNamed } from '../router/webhook-choice.ts';
import type { Printer } from '../terminal/print.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { alertLine } from './alert-words.ts';

interface AlertsOptions {
  readonly status: NonNullable<AlertQuery['status']>;
  readonly webhook?: string;
  readonly limit: number;
  readonly json?: boolean;
}

/** Lists alerts, those first that began last. */
export async function alerts(surroundings: Surroundings, print: Printer, options: AlertsOptions): Promise<void> {
  const router = await openRouter(surroundings);
  const { status, webhook } = options;
  const webhookId = webhook === undefined ? undefined : webhookNamed(await webhooksOf(router), webhook).id;
  const found = await alertsOf(router, { status, ...(webhookId === undefined ? {} : { webhookId }) }, options.limit);
  for (const alert of found) {
    if (options.json === true) print.json(alert);
    else print.line(alertLine(alert, print.paint));
  }
  if (found.length === 0) print.note(`no alert is ${status}`);
}
