/** A primary key of the Alerts table. */
export type AlertRowKey = Readonly<{ pk: string; sk: string }>;

/** Key of the row that says a message belongs to an alert. */
export function memberKey(alertId: string, messageId: string): AlertRowKey {
  return { pk: alertId, sk: messageId };
}
