import { type Context, type Operators, toValue } from 'liquidjs';
import { type ChargeSteps, chargeEquality, chargeSearch, chargeText } from './cost.ts';
import { chargeOf } from './metered-context.ts';

type Cost = (left: unknown, right: unknown, charge: ChargeSteps) => void;

/** What it costs to see whether something counts as true. */
const TRUTH_COST = 4;

/** What each operator costs. One that is not here does not exist in a template. */
const costs: Readonly<Record<string, Cost | 'its source'>> = {
  '==': chargeEquality,
  '!=': chargeEquality,
  '>': chargeBoth,
  '<': chargeBoth,
  '>=': chargeBoth,
  '<=': chargeBoth,
  contains: chargeContains,
  not: 'its source',
  and: chargeTruth,
  or: chargeTruth,
};

/** Those of `operators` whose cost is known, each charged for what it is about to do. */
export function meteredOperators(operators: Operators): Operators {
  const known = Object.entries(operators).flatMap(([name, operator]) => {
    const cost = costs[name];
    return cost === undefined ? [] : [[name, cost === 'its source' ? operator : metered(operator, cost)] as const];
  });
  return Object.fromEntries(known);
}

function metered(operator: Operators[string], cost: Cost): Operators[string] {
  return (left: unknown, right: unknown, context: Context) => {
    cost(left, right, chargeOf(context));
    return operator(left, right, context);
  };
}

/** Whatever is no number is compared as text. */
function chargeBoth(left: unknown, right: unknown, charge: ChargeSteps): void {
  chargeText(left, charge);
  chargeText(right, charge);
}

function chargeContains(given: unknown, part: unknown, charge: ChargeSteps): void {
  const whole: unknown = toValue(given);
  charge(1);
  if (Array.isArray(whole)) for (const element of whole) chargeEquality(element, part, charge);
  else chargeSearch(whole, part, charge);
}

function chargeTruth(_left: unknown, _right: unknown, charge: ChargeSteps): void {
  charge(TRUTH_COST);
}
