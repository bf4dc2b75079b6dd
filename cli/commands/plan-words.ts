import type { Plan } from '../router/router.ts';
import type { Paint } from '../terminal/print.ts';
import { jsonLine, oneLine, shortened } from '../terminal/safe-text.ts';

type Change = Plan['changes'][number];

const VALUE_CHARACTERS = 80;
const MARKS = { create: '+', update: '~', delete: '-', none: ' ' } as const;
const COLOURS = { create: 'green', update: 'yellow', delete: 'red', none: 'dim' } as const;

/** What a plan would change. */
export const changesIn = ({ changes }: Plan): readonly Change[] => changes.filter(({ action }) => action !== 'none');

/** A plan for people: what changes with each field from and to, and how much does not. */
export function planLines(plan: Plan, paint: Paint): string[] {
  const changes = changesIn(plan);
  const counted = (action: Change['action']) => plan.changes.filter((change) => change.action === action).length;
  const sum = `${counted('create')} to create, ${counted('update')} to update, ${counted('delete')} to delete, ${counted('none')} unchanged`;
  return [
    ...changes.flatMap((change) => changeLines(change, paint)),
    changes.length === 0 ? `No changes: ${sum}` : sum,
  ];
}

function changeLines({ action, type, slug, fields, drift }: Change, paint: Paint): string[] {
  const name = `${type} ${slug ?? '(without a slug)'}`;
  const why = drift === true ? '  (undoes what somebody changed by hand)' : '';
  return [
    paint(COLOURS[action], `${MARKS[action]} ${action} ${name}${why}`),
    ...fields.map(({ path, before, after }) => `    ${oneLine(path)}: ${shown(before)} → ${shown(after)}`),
  ];
}

const shown = (value: unknown): string => shortened(oneLine(jsonLine(value ?? null)), VALUE_CHARACTERS);
