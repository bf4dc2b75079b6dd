import { describe, expect, it } from 'vitest';
import { askOptions, choiceIn } from '../../../cli/commands/ask-options.ts';

describe('options of a command line', () => {
  it.each([
    ['that can be ids', ['yes', 'no_2'], ['yes', 'no_2']],
    ['in words', ['Roll back', 'Go on!'], ['Roll-back', 'Go-on']],
    ['that come to the same id', ['Go on', 'Go-on'], ['1', '2']],
    ['in letters that no id has', ['да', 'нет'], ['1', '2']],
    ['that are long', ['x'.repeat(60)], ['x'.repeat(40)]],
  ])('%s', (_, labels, ids) => {
    expect(askOptions(labels)).toEqual(labels.map((label, index) => ({ id: ids[index], label })));
  });

  it.each([
    ['none', []],
    ['six', ['1', '2', '3', '4', '5', '6']],
    ['two the same', ['yes', 'yes']],
    ['an empty one', ['']],
  ])('refuses %s', (_, labels) => {
    expect(() => askOptions(labels)).toThrow('give one to 5 different options');
  });
});

describe('what an ask comes to', () => {
  const options = askOptions(['yes', 'no', 'later']);
  const answer = (option: string | null) => ({ option, by: {} });

  it.each([
    ['the first', 'answered', answer('yes'), { label: 'yes', exitStatus: 0 }],
    ['the second', 'answered', answer('no'), { label: 'no', exitStatus: 12 }],
    ['the third', 'answered', answer('later'), { label: 'later', exitStatus: 13 }],
    ['what expiry chose', 'expired', answer('no'), { label: 'no', exitStatus: 12 }],
    ['nothing: it expired', 'expired', null, { exitStatus: 4 }],
    ['nothing: it was cancelled', 'cancelled', null, { exitStatus: 5 }],
  ] as const)('%s', (_, status, given, expected) => {
    expect(choiceIn({ status, answer: given }, options)).toEqual(expected);
  });
});
