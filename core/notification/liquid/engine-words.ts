/** What the engine says, and what that means to whoever wrote the template. `$1` is a piece of the template. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [
    /memory alloc limit exceeded/,
    'stopped because it takes too many steps over this body; see the limits of templates',
  ],
  [/template render limit exceeded/, 'stopped because it takes too much time over this body'],
  [/Maximum call stack size exceeded/, 'stopped because it, or a value in it, nests too deeply'],

  [/^illegal (?:liquid )?tag syntax/, 'a tag needs a name, such as {% if … %}'],
  [/^tag "(end\w*|else|elsif|when)" not found$/, '"$1" does not belong to anything before it'],
  [/^tag "(.*)" not found$/s, 'there is no tag "$1"'],
  [/^tag "(.*)" not closed$/s, 'a "%}" is missing after: $1'],
  [/^output "(.*)" not closed$/s, 'a "}}" is missing after: $1'],
  [/^tag (?:\{%-?\s*)?(\w+).* not closed$/s, '"$1" has no "end$1"'],
  [/^illegal tag: \{%-?\s*for/, '"for" needs a name and a list, as in {% for item in items %}'],
  [/^empty candidates/, '"cycle" needs values, as in {% cycle "odd", "even" %}'],
  [/^invalid capture name/, '"capture" needs a name, as in {% capture text %}'],
  [/^expected (?:variable name|"=")/, '"assign" needs a name and a value, as in {% assign level = "high" %}'],
  [/^(?:unexpected elsif after else|duplicated else)$/, '"else" is allowed once, as the last branch'],

  [/^undefined filter: (.*)$/s, 'there is no filter "$1"'],
  [/^expected ":" after filter name$/, 'a ":" is missing between a filter and its arguments'],
  [/^expected "\|" before filter$/, 'only "|" and a filter can follow a value'],
  [/^expected filter name$/, 'the name of a filter is missing after "|"'],
  [/^unexpected character "(.*)"$/s, 'did not expect: $1'],
  [/^(?:invalid value expression: |unexpected token )""/, 'a value is missing'],
  [/^(?:invalid value expression: |unexpected token )"(.*)"(?:, value expected)?$/s, 'expected a value, not: $1'],
  [/^\[ not closed$/, '"[" has no "]"'],
  [/^(?:invalid range syntax|unbalanced parentheses)$/, 'parentheses are for ranges, such as (1..5)'],

  [/^(append|prepend) expect 2 arguments$/, '"$1" needs a text, as in $1: "!"'],
  [/^invalid base64/, '"base64_decode" got a value that is not Base64'],
  [/^URI malformed$/, '"url_decode" got a value that is not URL-encoded'],
  [/^Invalid time zone specified: (.*)$/s, 'there is no time zone "$1"'],
];

/** Enough to find the place; a tag can be as long as the template. */
const MAX_QUOTED = 60;

/** What an error of the engine means, in our own words; `undefined` for one that nobody has met yet. */
export function meaningOf(message: string): string | undefined {
  for (const [pattern, meaning] of meanings) {
    const found = pattern.exec(message);
    if (found === null) continue;
    const [, quoted = ''] = found;
    return meaning.replaceAll('$1', () => shortened(quoted));
  }
  return undefined;
}

/** The engine quotes some pieces as JSON. */
function shortened(quoted: string): string {
  const line = quoted
    .replaceAll(/(?:\\n|\s)+/g, ' ')
    .replaceAll('\\"', '"')
    .trim();
  return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line;
}
