/** Beyond this, a mistake is no slip of the hand, and comparing takes time. */
const MAX_CHARACTERS = 40;

/** ` Did you mean "github"?` where one of `names` is close to what somebody wrote, else nothing. */
export function didYouMean(written: unknown, names: readonly unknown[]): string {
  if (typeof written !== 'string' || written === '' || written.length > MAX_CHARACTERS) return '';
  const wanted = plain(written);
  let best: { readonly name: string; readonly steps: number } | undefined;
  for (const name of names) {
    if (typeof name !== 'string') continue;
    const steps = stepsBetween(wanted, plain(name));
    if (steps <= allowed(wanted, plain(name)) && steps < (best?.steps ?? Infinity)) best = { name, steps };
  }
  return best === undefined ? '' : ` Did you mean "${best.name}"?`;
}

const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

/** One slip for three characters; whoever wrote the beginning of a name means that name. */
function allowed(written: string, name: string): number {
  const isBeginning = written.length >= 3 && (name.startsWith(written) || written.startsWith(name));
  return isBeginning ? Infinity : Math.min(3, Math.floor(name.length / 3));
}

/** How many characters must be added, left out, replaced or swapped with their neighbour. */
function stepsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Infinity;
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same, swapped));
    }
  }
  return at(one.length, other.length);
}
