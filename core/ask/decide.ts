import { cleanText } from '../notification/clean-text.ts';
import type { Issue } from '../words/issue.ts';
import type { Answer, Ask } from './ask.ts';

/** Longest text of an answer, in Unicode code points. */
export const MAX_ANSWER_CHARACTERS = 4000;

/** What somebody wants to answer. */
export interface WantedAnswer {
  readonly option?: string | null | undefined;
  readonly text?: string | null | undefined;
}

type Choice = Pick<Answer, 'option' | 'text'>;

/** The answer that somebody gives, if the ask takes it, else what is wrong with it. */
export function readChoice(
  { options, text: takesText }: Pick<Ask, 'options' | 'text'>,
  wanted: WantedAnswer,
): { readonly kind: 'choice'; readonly choice: Choice } | { readonly kind: 'invalid'; readonly issues: Issue[] } {
  const text = cleanText(wanted.text ?? '', MAX_ANSWER_CHARACTERS).trim();
  const option = wanted.option ?? null;
  if (text !== '' && !takesText) return invalid('text', 'this ask takes no text');
  if (option !== null && !options.some(({ id }) => id === option)) {
    return invalid('option', `must be one of ${options.map(({ id }) => JSON.stringify(id)).join(', ')}`);
  }
  if (option === null && text === '') return invalid('option', 'is required');
  return { kind: 'choice', choice: { option, ...(text === '' ? {} : { text }) } };
}

function invalid(path: string, message: string) {
  return { kind: 'invalid' as const, issues: [{ path, message }] };
}

/** Whether only some people may answer. */
export function hasApprovers({ approvers }: Pick<Ask, 'approvers'>): boolean {
  return approvers.length > 0;
}

/**
 * Whether somebody may decide.
 *
 * @param name how approvers are written: `<kind>:<id at the vendor>`, or a verified address
 */
export function mayDecide({ approvers }: Pick<Ask, 'approvers'>, name: string | undefined): boolean {
  if (approvers.length === 0) return true;
  return name !== undefined && approvers.some((approver) => keyOf(approver) === keyOf(name));
}

/** Nobody tells two addresses apart by capital letters; ids of vendors are told apart by them. */
function keyOf(name: string): string {
  return name.includes('@') && !name.includes(':') ? name.trim().toLowerCase() : name;
}
