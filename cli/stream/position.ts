/** The letters of Crockford's base 32, which ULIDs are written in. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_LETTERS = 10;
const RANDOM_LETTERS = 16;

/** The position of a stream at a time: the smallest id that an event of then can have. */
export function positionAt(epochMs: number): string {
  let rest = epochMs;
  let time = '';
  for (let index = 0; index < TIME_LETTERS; index += 1) {
    time = (LETTERS[rest % LETTERS.length] ?? '') + time;
    rest = Math.floor(rest / LETTERS.length);
  }
  return time + '0'.repeat(RANDOM_LETTERS);
}
