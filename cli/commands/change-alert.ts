import { acknowledge, openRouter, resolve, type AlertSummary } from '../router/router.ts';
import type { Printer } from '../terminal/print.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { alertLine } from './alert-words.ts';

interface ChangeOptions {
  readonly alertIds: readonly string[];
  readonly json?: boolean;
}

/** Says that somebody has these alerts: for so many seconds, or until they end. */
export async function ackAlerts(
  surroundings: Surroundings,
  print: Printer,
  options: ChangeOptions & { readonly for?: number },
): Promise<void> {
  const router = await openRouter(surroundings);
  await changeEach(options, print, async (alertId) => acknowledge(router, alertId, options.for));
}

/** Ends these alerts. */
export async function resolveAlerts(surroundings: Surroundings, print: Printer, options: ChangeOptions): Promise<void> {
  const router = await openRouter(surroundings);
  await changeEach(options, print, async (alertId) => resolve(router, alertId));
}

async function changeEach(
  { alertIds, json }: ChangeOptions,
  print: Printer,
  change: (alertId: string) => Promise<AlertSummary>,
): Promise<void> {
  for (const alertId of alertIds) {
    const alert = await change(alertId);
    if (json === true) print.json(alert);
    else print.line(alertLine(alert, print.paint));
  }
}
