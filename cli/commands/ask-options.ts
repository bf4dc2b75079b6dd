import { MOST_OPTIONS } from '../choices.ts';
import { wrongUse } from '../failure.ts';
import type { Standing } from '../router/wait-for-end.ts';

/** Exit statuses for what is no choice. Choices are 0 for the first option, 12 for the second, 13 for the third. */
const EXPIRED = 4;
const CANCELLED = 5;
const FIRST_AFTER = 11;

/** An option under the name that machines know it by. */
interface Option {
  readonly id: string;
  readonly label: string;
}

/**
 * Options by their labels, as ids where a label can be one, else its letters and digits.
 *
 * @throws Failure of wrong use when there are none, too many, or two the same
 */
export function askOptions(labels: readonly string[]): Option[] {
  const among = new Set(labels).size === labels.length && !labels.includes('');
  if (!among || labels.length === 0 || labels.length > MOST_OPTIONS) {
    throw wrongUse(`give one to ${MOST_OPTIONS} different options, each with --option`);
  }
  const ids = labels.map(idOf);
  const areIds = !ids.includes('') && new Set(ids).size === ids.length;
  return labels.map((label, index) => ({ id: (areIds ? ids[index] : undefined) ?? String(index + 1), label }));
}

const MOST_ID_CHARACTERS = 40;

const idOf = (label: string): string =>
  label
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MOST_ID_CHARACTERS);

/** What an ask comes to: the label that was chosen, by people or by its expiry, if any was, and the exit status. */
export function choiceIn(
  { status, answer }: Pick<Standing, 'status' | 'answer'>,
  options: readonly Option[],
): { readonly label?: string; readonly exitStatus: number } {
  const index = options.findIndex(({ id }) => id === answer?.option);
  const label = options[index]?.label;
  if (label !== undefined) return { label, exitStatus: index === 0 ? 0 : FIRST_AFTER + index };
  return { exitStatus: status === 'cancelled' ? CANCELLED : EXPIRED };
}
