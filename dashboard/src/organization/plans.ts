import type { paths } from '../api/schema.d.ts';

type Answer = paths['/api/v1/organizations/{organizationId}']['get']['responses'][200]['content']['application/json'];

/** An organization as the API shows it. */
export type OrganizationDetails = Answer;
type PlanName = Answer['plan'];

interface Plan {
  readonly name: PlanName;
  readonly label: string;
  /** Messages a month, before extra packs. */
  readonly messages: number;
  readonly webhooks: number;
  readonly hasPacks: boolean;
}

/** What each plan includes. A test holds it to what the router enforces. */
export const plans: readonly Plan[] = [
  { name: 'free', label: 'Free', messages: 3_000, webhooks: 5, hasPacks: false },
  { name: 'pro', label: 'Pro', messages: 25_000, webhooks: 50, hasPacks: true },
  { name: 'business', label: 'Business', messages: 500_000, webhooks: 500, hasPacks: true },
];

export const PACK_MESSAGES = 10_000;
export const MAX_PACKS = 10_000;

/** What an organization has chosen, or is about to. */
export interface PlanChoice {
  readonly plan: PlanName;
  readonly extraPacks: number;
}

/** The plan of that name. @throws for a name that the API does not know either */
export function planOf(name: string): Plan {
  const plan = plans.find((known) => known.name === name);
  if (plan === undefined) throw new Error(`There is no plan ${name}`);
  return plan;
}

/** Messages that a choice allows in a month. */
export function messagesOf({ plan, extraPacks }: PlanChoice): number {
  const { messages, hasPacks } = planOf(plan);
  return messages + (hasPacks ? extraPacks * PACK_MESSAGES : 0);
}

/** A choice as it can be saved: a plan without packs has none. */
export function settledChoice({ plan, extraPacks }: PlanChoice): PlanChoice {
  return { plan, extraPacks: planOf(plan).hasPacks ? extraPacks : 0 };
}

/** What is in use at the moment of a change. */
interface InUse {
  readonly messages: number;
  readonly webhooks: number;
}

interface PlanChange {
  readonly from: PlanChoice;
  readonly to: PlanChoice;
  readonly inUse: InUse;
}

const count = (number: number) => number.toLocaleString();
const step = (what: string, before: number, after: number) =>
  before === after ? `${what}: ${count(after)}, as before.` : `${what}: ${count(before)} become ${count(after)}.`;

/** What a change does, a sentence each: first what becomes of the limits, then what breaks. */
export function consequencesOf({ from, to, inUse }: PlanChange): {
  readonly facts: string[];
  readonly breaks: string[];
} {
  const [before, after] = [planOf(from.plan), planOf(to.plan)];
  const limit = messagesOf(to);
  return {
    facts: [
      step('Messages a month', messagesOf(from), limit),
      step('Webhooks', before.webhooks, after.webhooks),
      'It counts from the next notification on.',
    ],
    breaks: [
      ...(inUse.messages < limit
        ? []
        : [`${count(inUse.messages)} messages were sent this month already: senders get 429 until the month ends.`]),
      ...(inUse.webhooks <= after.webhooks
        ? []
        : [`There are ${count(inUse.webhooks)} webhooks: they go on working, and no more can be created.`]),
    ],
  };
}
