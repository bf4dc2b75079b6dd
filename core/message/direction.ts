/** Embeddings, overrides and isolates, and what ends them. @see https://www.unicode.org/reports/tr9/ */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** `LRO` and `RLO` reverse the text after them. No language needs that, and it makes `gpj.exe` look like `exe.jpg`. */
const OVERRIDES = /[\u202d\u202e]/g;

const POP_EMBEDDING = '\u202c';
const POP_ISOLATE = '\u2069';

/** What ends the stretch that a control begins. */
const ends = new Map([
  ['\u202a', POP_EMBEDDING],
  ['\u202b', POP_EMBEDDING],
  ['\u2066', POP_ISOLATE],
  ['\u2067', POP_ISOLATE],
  ['\u2068', POP_ISOLATE],
]);

/**
 * A one-line text without direction controls, so that it cannot reverse the text beside it. Letters carry their own
 * direction.
 */
export function withoutDirection(text: string): string {
  return text.replace(CONTROLS, '');
}

/**
 * A text of several lines whose controls of direction reach no further than their line. Overrides are left out. An
 * embedding or isolate that is not ended is ended at the end of the line, and an end without a beginning is left out.
 */
export function withBalancedDirection(text: string): string {
  if (text.search(CONTROLS) === -1) return text;
  return text.replace(OVERRIDES, '').split('\n').map(balanced).join('\n');
}

function balanced(line: string): string {
  const open: string[] = [];
  const kept = line.replace(CONTROLS, (control) => {
    const end = ends.get(control);
    if (end === undefined) return closed(open, control);
    open.push(end);
    return control;
  });
  return kept + open.toReversed().join('');
}

/** What stands for the end `control`, with everything ended that has begun inside of an isolate. */
function closed(open: string[], control: string): string {
  const last = control === POP_ISOLATE ? open.lastIndexOf(control) : open.length - 1;
  return last === -1 || open[last] !== control ? '' : open.splice(last).toReversed().join('');
}
