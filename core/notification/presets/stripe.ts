import type { JsonObject } from '../../message/json-object.ts';
import { numberAt, objectAt, textAt, valueAt } from './body-value.ts';
import type { Preset } from './preset.ts';
import { around, capitalised, fieldLines, lines, type Part, phrase, words } from './wording.ts';

/** Currencies without cents. @see https://docs.stripe.com/currencies#zero-decimal */
const zeroDecimal = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));

/** Event types by what they mean to a merchant, the first that fits. */
const priorities: readonly (readonly [RegExp, number])[] = [
  [/dispute\.(?:created|funds_withdrawn)|early_fraud_warning/, 5],
  [/fail|dispute|uncollectible|action_required|past_due/, 4],
  [/cancel|delet|expir|refund|review/, 3],
  [/created$|updated$/, 1],
];

/**
 * Stripe events, told by their type and the object they carry.
 *
 * @see https://docs.stripe.com/api/events/object
 */
export const stripe: Preset = {
  read({ body }) {
    const type = textAt(body, 'type');
    if (type === undefined || !/^[a-z0-9_]+(?:\.[a-z0-9_]+)+$/.test(type)) return undefined;
    const object = objectAt(body, 'data.object');
    const test = valueAt(body, 'livemode') === false;
    return {
      title: phrase(capitalised(words(type)), around('(', amountOf(object), ')'), test ? '[test]' : undefined),
      message: lines(...details(object)) ?? fieldLines(object) ?? capitalised(words(type)),
      priority: priorities.find(([pattern]) => pattern.test(type))?.[1] ?? 2,
      tags: ['stripe', type, textAt(object, 'object'), textAt(object, 'status'), test ? 'test' : 'live'],
    };
  },
  deliveryId: ({ body }) => textAt(body, 'id'),
  // Counts the endpoints that have not taken the event yet.
  changesWithRepetition: 'pending_webhooks',
};

function details(object: JsonObject): Part[] {
  return [
    around('Amount: ', amountOf(object)),
    around(
      'Customer: ',
      textAt(object, 'customer_email', 'receipt_email', 'billing_details.email', 'email', 'customer'),
    ),
    textAt(object, 'description'),
    around('Status: ', textAt(object, 'status')),
    around('Reason: ', failureOf(object)),
    around('Number: ', textAt(object, 'number')),
    around('Id: ', textAt(object, 'id')),
    textAt(object, 'hosted_invoice_url', 'receipt_url', 'url'),
  ];
}

function failureOf(object: JsonObject): Part {
  return textAt(
    object,
    'last_payment_error.message',
    'failure_message',
    'outcome.seller_message',
    'last_finalization_error.message',
    'reason',
    'cancellation_details.reason',
  );
}

/** `20.00 USD`. Stripe counts in the smallest unit of a currency. */
function amountOf(object: JsonObject): Part {
  const path = ['amount_due', 'amount_total', 'amount_refunded', 'amount', 'total'].find((key) =>
    numberAt(object, key),
  );
  const amount = path === undefined ? undefined : numberAt(object, path);
  const currency = textAt(object, 'currency')?.toUpperCase();
  if (amount === undefined || currency === undefined) return undefined;
  return zeroDecimal.has(currency) ? `${amount} ${currency}` : `${(amount / 100).toFixed(2)} ${currency}`;
}
