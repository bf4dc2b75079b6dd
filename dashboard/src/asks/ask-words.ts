import type { Ask } from '../api/types.ts';

/** How an ask stands, in a word. */
export const statusWords: Readonly<Record<Ask['status'], string>> = {
  pending: 'Open',
  answered: 'Answered',
  expired: 'Expired',
  cancelled: 'Cancelled',
};

type Answer = NonNullable<Ask['answer']>;

/** What was chosen: the label of the option, and what was said. */
export function choiceOf({ options }: Pick<Ask, 'options'>, { option, text }: Pick<Answer, 'option' | 'text'>): string {
  const label = options.find(({ id }) => id === option)?.label;
  return [label, text].filter((part) => part !== undefined).join(' – ');
}

/** Who chose it. */
export function chooserOf({ by }: Pick<Answer, 'by'>): string {
  if (by.name !== undefined) return by.name;
  switch (by.type) {
    case 'channel':
      return 'somebody who reads the channel';
    case 'system':
      return 'the router, because nobody answered in time';
    case 'token':
      return 'an API token';
    case 'user':
      return 'a user';
    case 'sender':
      return 'the sender';
  }
}
