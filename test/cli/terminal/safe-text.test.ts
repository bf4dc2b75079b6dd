import { describe, expect, it } from 'vitest';
import { jsonLine, oneLine, severalLines, shortened } from '../../../cli/terminal/safe-text.ts';

const ESCAPES = 'a\u001b[31mb\u001b]52;c;aGk=\u0007c\u009b2Jd\u202ee\u0008f';

describe('a text of somebody else', () => {
  it('cannot tell the terminal anything, in one line or several', () => {
    for (const shown of [oneLine(ESCAPES), severalLines(ESCAPES)]) {
      expect(shown).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
      expect(shown.replaceAll(' ', '')).toBe('abcdef');
    }
  });

  it('is one line where it has to be, and keeps its lines where it may', () => {
    expect(oneLine('one\r\ntwo\n')).toBe('one  two');
    expect(severalLines('one\r\ntwo\n')).toBe('one\ntwo');
  });

  it('is cut between characters, not within them', () => {
    expect(shortened('😀😀😀', 2)).toBe('😀…');
    expect(shortened('😀😀', 2)).toBe('😀😀');
  });

  it('is JSON that a terminal does not obey, and that reads as what it was', () => {
    expect(jsonLine({ text: ESCAPES })).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(jsonLine({ text: ESCAPES }))).toEqual({ text: ESCAPES });
  });
});
