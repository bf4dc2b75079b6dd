import type { AlertSummary } from '../router/router.ts';
import { severalLines, shortened } from '../terminal/safe-text.ts';
import { bounded } from './bounded.ts';
import { short, WARNING } from './told.ts';

const TEXT_CHARACTERS = 300;

/** Alerts for an agent, those first that began last. */
export function toldAlerts(alerts: readonly AlertSummary[], pageOf: (id: string) => string): object {
  const items = alerts.map((alert) => told(alert, pageOf(alert.id)));
  return bounded({ warning: WARNING, found: alerts.length }, 'alerts', items);
}

/** One alert for an agent. */
export const toldAlert = (alert: AlertSummary, page: string): object => ({ warning: WARNING, ...told(alert, page) });

function told({ id, status, count, firstAt, lastAt, acknowledged, resolved, ...texts }: AlertSummary, page: string) {
  const { webhookName, key, title, message } = texts;
  return {
    id,
    status,
    messages: count,
    firstAt,
    lastAt,
    ...(acknowledged === null ? {} : { acknowledgedAt: acknowledged.at }),
    ...(resolved === null ? {} : { resolvedAt: resolved.at }),
    page,
    untrusted: {
      webhookName: short(webhookName),
      key: short(key),
      ...(title === undefined ? {} : { title: short(title) }),
      message: shortened(severalLines(message), TEXT_CHARACTERS),
      ...(acknowledged?.by.name === undefined ? {} : { acknowledgedBy: short(acknowledged.by.name) }),
    },
  };
}
