import { describe, expect, it } from 'vitest';
import { readWanted } from '../../../core/ask/wanted.ts';

const yes = { id: 'yes', label: 'Yes' };
const no = { id: 'no', label: 'No', style: 'danger' };

const pathsOf = (ask: unknown): string[] => {
  const read = readWanted({ message: 'Deploy?', ask });
  return read.kind === 'invalid' ? read.issues.map(({ path, message }) => `${path}: ${message}`) : [];
};

describe('what a sender asks', () => {
  it('has ten minutes and no text, unless it says more', () => {
    expect(readWanted({ ask: { options: [yes, no] } })).toEqual({
      kind: 'wanted',
      wanted: { options: [yes, no], text: false, expiresIn: 600, approvers: [] },
    });
  });

  it('may have text, an option for its expiry, and approvers', () => {
    const ask = {
      options: [yes],
      text: true,
      expiresIn: 604_800,
      onExpiry: 'yes',
      approvers: ['slack:U0123456789', 'ann@example.com', 'telegram:-100'],
    };

    expect(readWanted({ ask })).toEqual({ kind: 'wanted', wanted: ask });
  });

  it('may hold the token of a task', () => {
    const taskToken = 'a+/='.repeat(512);

    expect(readWanted({ ask: { options: [yes], taskToken } })).toMatchObject({ wanted: { taskToken } });
    for (const bad of ['', `${taskToken}a`, 'a b', 'ä', 'a\n', '\ud800']) {
      expect(pathsOf({ options: [yes], taskToken: bad })).toEqual([
        'ask.taskToken: must be 1 to 2048 visible characters',
      ]);
    }
    expect(pathsOf({ options: [yes], taskToken: 7 })).toEqual(['ask.taskToken: must be text']);
  });

  it('may have labels of any script, of forty characters', () => {
    expect(pathsOf({ options: [{ id: 'a', label: '👍'.repeat(40) }] })).toEqual([]);
    expect(pathsOf({ options: [{ id: 'a', label: '<b>&"' }] })).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'ask: is required'],
    ['a text', 'Deploy?', 'ask: must be an object'],
    ['a list', [], 'ask: must be an object'],
    ['no options', { options: [] }, 'ask.options: must not be empty'],
    [
      'six options',
      { options: Array.from('abcdef', (id) => ({ id, label: id })) },
      'ask.options: must have at most 5 items',
    ],
    ['two options of one id', { options: [yes, no, yes] }, 'ask.options[2].id: is the id of another option too'],
    [
      'an id with a space',
      { options: [{ id: 'a b', label: 'x' }] },
      'ask.options[0].id: must be 1 to 40 letters, digits, "_" or "-"',
    ],
    [
      'an empty id',
      { options: [{ id: '', label: 'x' }] },
      'ask.options[0].id: must be 1 to 40 letters, digits, "_" or "-"',
    ],
    [
      'a long label',
      { options: [{ id: 'a', label: 'x'.repeat(1000) }] },
      'ask.options[0].label: must have at most 40 characters',
    ],
    ['a blank label', { options: [{ id: 'a', label: '  ' }] }, 'ask.options[0].label: must not be empty'],
    [
      'a label with a line break',
      { options: [{ id: 'a', label: 'a\nb' }] },
      'ask.options[0].label: must not have control characters',
    ],
    [
      'half a character',
      { options: [{ id: 'a', label: '\ud800' }] },
      'ask.options[0].label: must not have control characters',
    ],
    [
      'another style',
      { options: [{ ...yes, style: 'huge' }] },
      'ask.options[0].style: must be one of "primary", "danger".',
    ],
    ['a text that is no switch', { options: [yes], text: 'yes' }, 'ask.text: must be true or false'],
    ['29 seconds', { options: [yes], expiresIn: 29 }, 'ask.expiresIn: must be at least 30'],
    ['eight days', { options: [yes], expiresIn: 604_801 }, 'ask.expiresIn: must be at most 604800'],
    ['"10m"', { options: [yes], expiresIn: '10m' }, 'ask.expiresIn: must be a number'],
    ['half a second', { options: [yes], expiresIn: 60.5 }, 'ask.expiresIn: must be a whole number'],
    ['an end that is no option', { options: [yes], onExpiry: 'no' }, 'ask.onExpiry: must be the id of an option'],
    [
      '21 approvers',
      { options: [yes], approvers: Array(21).fill('a@b.c') },
      'ask.approvers: must have at most 20 items',
    ],
    [
      'a name',
      { options: [yes], approvers: ['Ann'] },
      'ask.approvers[0]: must be the address of a member, or a kind and the id of a user, such as slack:U0123456789',
    ],
    [
      'a kind that there is not',
      { options: [yes], approvers: ['fax:1'] },
      'ask.approvers[0]: must be the address of a member, or a kind and the id of a user, such as slack:U0123456789',
    ],
    ['a field that there is not', { options: [yes], urgent: true }, 'ask.urgent: unknown field'],
  ])('is refused: %s', (_, ask, problem) => {
    expect(pathsOf(ask)).toContain(problem);
  });

  it('is not what an object inherits', () => {
    expect(readWanted(Object.create({ ask: { options: [yes] } }))).toMatchObject({ kind: 'invalid' });
  });
});
