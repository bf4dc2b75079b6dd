import type { AlertSummary } from '../router/router.ts';
import type { Paint } from '../terminal/print.ts';
import { oneLine, shortened } from '../terminal/safe-text.ts';

const LINE_CHARACTERS = 100;
const COLOURS = { firing: 'red', acknowledged: 'yellow', resolved: 'green' } as const;

/** One line of a list of alerts: since when, id, how it stands, how often, text, who has it. */
export function alertLine(alert: AlertSummary, paint: Paint): string {
  const { firstAt, id, status, count } = alert;
  const times = count === 1 ? '' : ` ${count}×`;
  return `${paint('dim', firstAt)}  ${id}  ${paint(COLOURS[status], status)}${times}  ${summary(alert)}${whose(alert)}`;
}

function summary({ title, message, key }: AlertSummary): string {
  const texts = [title ?? key, message].map(oneLine);
  return shortened(texts.filter((text) => text !== '').join(': '), LINE_CHARACTERS);
}

/** Who acknowledged an alert that still has somebody. */
function whose({ status, acknowledged }: AlertSummary): string {
  if (status !== 'acknowledged' || acknowledged === null) return '';
  const { by, until } = acknowledged;
  const name = by.name === undefined ? '' : ` by ${oneLine(by.name)}`;
  return `  (acknowledged${name}${until === undefined ? '' : ` until ${until}`})`;
}
