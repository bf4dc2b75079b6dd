import { Failure } from '../failure.ts';
import type { Webhook } from './router.ts';

/**
 * The webhook that somebody means by its slug, name or id.
 *
 * @throws Failure when there is none of this name, or more than one
 */
export function webhookNamed(webhooks: readonly Webhook[], wanted: string): Webhook {
  const found = webhooks.filter(({ id, slug, name }) => [id, slug, name].includes(wanted));
  const [webhook, another] = found;
  if (webhook === undefined) throw new Failure(`there is no webhook "${wanted}"; ${known(webhooks)}`);
  if (another === undefined) return webhook;
  throw new Failure(
    `${found.length} webhooks are named "${wanted}"; give an id: ${found.map(({ id }) => id).join(', ')}`,
  );
}

/**
 * The webhook of somebody who named none.
 *
 * @param preset prefer the one that reads this sender
 * @throws Failure when it could be several
 */
export function onlyWebhook(webhooks: readonly Webhook[], preset?: Webhook['preset']): Webhook {
  const reading = preset === undefined ? [] : webhooks.filter((webhook) => webhook.preset === preset);
  const candidates = reading.length > 0 ? reading : webhooks;
  const [webhook, another] = candidates;
  if (webhook === undefined) throw new Failure('there is no webhook yet; make one in the dashboard');
  if (another === undefined) return webhook;
  throw new Failure(`there are ${candidates.length} webhooks; choose one with --webhook: ${known(candidates)}`);
}

const SHOWN = 10;

function known(webhooks: readonly Webhook[]): string {
  const names = webhooks.slice(0, SHOWN).map(({ name }) => JSON.stringify(name));
  if (names.length === 0) return 'make one in the dashboard';
  return `there is ${names.join(', ')}${webhooks.length > SHOWN ? ' …' : ''}`;
}
