import { endOf, KEPT_SECONDS } from '../../../core/alert/alert.ts';
import { type AlertEffect, type AlertStep, TELL_MS } from '../../../core/alert/change.ts';
import { isoTime } from './alert-rows.ts';

/** What changes a row: values to set, attributes to remove, numbers and sets to add to. */
interface Parts {
  readonly where: readonly string[];
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  readonly add?: Readonly<Record<string, unknown>>;
}

/** Effects that change an alert which is there. */
export type UpdatingEffect = Exclude<AlertEffect, 'begin' | 'begin-again'>;

const OPEN = '#status IN (:firing, :acknowledged)';
const IN_ORDER = '#newestAt <= :at';
const TIMER_KEPT = {
  any: 'attribute_not_exists(#autoResolveSeconds)',
  one: '#autoResolveSeconds = :autoResolveSeconds',
};

/** The update that writes a step on its condition: what `mayWrite` and `written` say, in DynamoDB's words. */
export function updateOf(step: AlertStep, effect: UpdatingEffect) {
  const { where, set = {}, remove = [], add = {} } = partsOf(step, effect);
  const sets = Object.keys(set).map((name) => `#${name} = :set_${name}`);
  const adds = Object.keys(add).map((name) => `#${name} :add_${name}`);
  const ConditionExpression = where.join(' AND ');
  const UpdateExpression = [
    sets.length === 0 ? '' : `SET ${sets.join(', ')}`,
    remove.length === 0 ? '' : `REMOVE ${remove.map((name) => `#${name}`).join(', ')}`,
    adds.length === 0 ? '' : `ADD ${adds.join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
  const texts = `${ConditionExpression} ${UpdateExpression}`;
  return {
    UpdateExpression,
    ConditionExpression,
    ExpressionAttributeNames: namesIn(texts),
    ExpressionAttributeValues: usedIn(texts, {
      ...conditionValues(step),
      ...prefixed('set', set),
      ...prefixed('add', add),
    }),
  };
}

function partsOf(step: AlertStep, effect: UpdatingEffect): Parts {
  const { change, seen } = step;
  const { at, now, by, messageId, until } = change;
  switch (effect) {
    case 'count':
      return { where: ['#newestAt > :at'], ...counting(step) };
    case 'repeat': {
      const timer = seen === undefined ? [TIMER_KEPT[change.autoResolveSeconds === undefined ? 'any' : 'one']] : [];
      return { where: [OPEN, IN_ORDER, '#maxPriority >= :priority', ...timer], ...repeating(step) };
    }
    case 'raise': {
      const { set, remove, add } = repeating(step);
      return {
        where: [OPEN, IN_ORDER, '#maxPriority < :priority'],
        set: { ...set, status: 'firing', maxPriority: change.priority, ...toldFields(step) },
        remove: [...remove, 'acknowledged'],
        add: { ...add, turn: 1 },
      };
    }
    case 'acknowledge': {
      const acknowledged = { at, by, messageId, ...(until === undefined ? {} : { until }) };
      return {
        where: ['#status = :firing', IN_ORDER],
        set: { status: 'acknowledged', newestAt: at, acknowledged, ...toldFields(step) },
        add: { sequence: 1 },
      };
    }
    case 'lapse':
      return {
        where: ['#acknowledged.#messageId = :seenAcknowledgement', IN_ORDER],
        set: { status: 'firing', newestAt: at, ...toldFields(step) },
        remove: ['acknowledged'],
        add: { turn: 1, sequence: 1 },
      };
    case 'resolve':
      return {
        where: [OPEN, IN_ORDER, ...(seen === undefined ? [] : ['#lastAt = :seenLastAt'])],
        set: {
          status: 'resolved',
          newestAt: at,
          resolved: { at, by, messageId },
          expiresAt: Math.floor(now / 1000) + KEPT_SECONDS,
          ...toldFields(step),
        },
        add: { turn: 1, sequence: 1 },
      };
    default:
      throw new Error(`no update is known for ${String(effect satisfies never)}`);
  }
}

/** Counted, or marked where nobody knows whether it was. */
function counting({ isDoubtful }: AlertStep): Pick<Parts, 'set' | 'add'> {
  return isDoubtful === true ? { set: { isDoubtful } } : { add: { count: 1 } };
}

function repeating(step: AlertStep): Required<Omit<Parts, 'where'>> {
  const { change, seen } = step;
  const { at: newestAt, now: lastAt, messageId, priority, autoResolveSeconds, matched } = change;
  const { set, add } = counting(step);
  const given = { priority, autoResolveSeconds };
  const timed = { lastAt, ...(autoResolveSeconds === undefined ? {} : { autoResolveSeconds }) };
  const dueAt = Math.min(seen?.dueAt ?? Infinity, endOf(timed));
  return {
    set: {
      ...set,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      newestAt,
      lastAt,
      messageId,
      ...(seen === undefined ? {} : { dueAt: isoTime(dueAt) }),
    },
    remove: Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : [])),
    add: { ...add, sequence: 1, ...(matched.length === 0 ? {} : { followers: new Set(matched) }) },
  };
}

/** The sweeper looks whether what was changed was told. An open alert stands in its index already. */
function toldFields({ change }: AlertStep) {
  return { dueAt: isoTime(change.now + TELL_MS) };
}

function conditionValues({ change, seen }: AlertStep): Readonly<Record<string, unknown>> {
  return {
    ':firing': 'firing',
    ':acknowledged': 'acknowledged',
    ':at': change.at,
    ':priority': change.priority ?? 0,
    ':autoResolveSeconds': change.autoResolveSeconds,
    ':seenAcknowledgement': seen?.acknowledged?.messageId,
    ':seenLastAt': seen?.lastAt,
  };
}

function prefixed(prefix: string, values: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${prefix}_${name}`, value]));
}

function namesIn(texts: string): Record<string, string> {
  return Object.fromEntries([...texts.matchAll(/#(\w+)/g)].map(([alias, name = '']) => [alias, name]));
}

/** DynamoDB refuses values that no expression uses. */
function usedIn(texts: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const used = new Set([...texts.matchAll(/:\w+/g)].map(([name]) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => used.has(name)));
}
