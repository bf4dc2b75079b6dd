import * as fc from 'fast-check';
import { filters } from 'liquidjs';

/** Names that `bombBody` gives something to; loops and assignments make more of the short ones. */
const names = ['list', 'objects', 'words', 'wide', 'text', 'spaces', 'nested', 'a', 'b', 'x', 'forloop', 'empty'];

const leaf = fc.oneof(
  fc.constantFrom(...names),
  fc.constantFrom('objects[0].name', 'wide.size', 'body[a]', 'list.first', 'x.list', 'x.name', 'forloop.index'),
  fc.constantFrom('1', '-3', '1000000', '"a"', '"name"', '"x == y"', '"list contains x"', '""', 'nil', 'blank', 'true'),
  fc.constantFrom('(1..10)', '(1..100000)', '(1..a)'),
);

const filterName = fc.constantFrom(...Object.keys(filters));
const operator = fc.constantFrom('==', '!=', '<', '>', '<=', '>=', 'contains', 'and', 'or');

const filterCall = fc
  .tuple(filterName, fc.array(leaf, { maxLength: 3 }))
  .map(([name, args]) => (args.length === 0 ? `| ${name}` : `| ${name}: ${args.join(', ')}`));

const expression = fc
  .tuple(leaf, fc.array(filterCall, { maxLength: 4 }))
  .map(([value, calls]) => [value, ...calls].join(' '));

const condition = fc
  .array(fc.tuple(leaf, operator, leaf), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map((part) => part.join(' ')).join(' and '));

const variable = fc.constantFrom('a', 'b', 'x');

const { block } = fc.letrec<{ block: string; tag: string }>((tie) => {
  const inner = tie('block');
  const around = (before: fc.Arbitrary<string>, end: string) =>
    fc.tuple(before, inner).map(([start, body]) => `${start}${body}{% ${end} %}`);
  return {
    block: fc.array(tie('tag'), { minLength: 1, maxLength: 4, depthIdentifier: 'block' }).map((tags) => tags.join('')),
    tag: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'block' },
      expression.map((value) => `{{ ${value} }}`),
      fc.tuple(variable, expression).map(([name, value]) => `{% assign ${name} = ${value} %}`),
      fc.tuple(leaf, leaf, leaf).map((values) => `{% cycle ${values[0]}: ${values[1]}, ${values[2]} %}`),
      variable.map((name) => `{% increment ${name} %}{% decrement ${name} %}`),
      expression.map((value) => `{% liquid\n echo ${value}\n assign a = ${value}\n%}`),
      fc.constantFrom('{% break %}', '{% continue %}', 'text', '{% comment %}{{ a }}{% endcomment %}', '{%# note %}'),
      around(
        fc.tuple(variable, leaf).map(([name, of]) => `{% for ${name} in ${of} %}`),
        'endfor',
      ),
      around(
        fc.tuple(variable, leaf).map(([name, of]) => `{% for ${name} in ${of} reversed offset: a %}`),
        'endfor',
      ),
      around(
        condition.map((test) => `{% if ${test} %}`),
        'endif',
      ),
      around(
        condition.map((test) => `{% unless ${test} %}`),
        'endunless',
      ),
      around(
        variable.map((name) => `{% capture ${name} %}`),
        'endcapture',
      ),
      around(
        fc.tuple(leaf, leaf, leaf).map(([of, ...when]) => `{% case ${of} %}{% when ${when.join(', ')} %}`),
        'endcase',
      ),
    ),
  };
});

/** Templates that use every tag, filter and operator inside one another, over what `bombBody` holds. */
export const bombs: fc.Arbitrary<string> = block.map((text) => text.slice(0, 8000));

/** A body with much of everything that a template can go through. */
export function bombBody(): Record<string, unknown> {
  const words = Array.from({ length: 3000 }, (_, index) => `word ${index % 97}`);
  return {
    list: Array.from({ length: 3000 }, (_, index) => index),
    words,
    objects: words.slice(0, 500).map((name, index) => ({ name, n: index, list: [[words.slice(0, 20)]] })),
    wide: Object.fromEntries(words.map((word, index) => [`${word} ${index}`, index])),
    text: 'a<b '.repeat(25_000),
    spaces: ' \n'.repeat(50_000),
    nested: [[words], [words]],
    a: 3,
  };
}

/** `value` as JSON gives it, and how often anything in it was read, whoever read it: the engine or the language. */
export function countReads<Value extends object>(
  value: Value,
): { readonly value: Value; readonly reads: () => number } {
  let reads = 0;
  const handler: ProxyHandler<object> = {
    get(target, key, receiver): unknown {
      reads += 1;
      return Reflect.get(target, key, receiver);
    },
    ownKeys(target) {
      const keys = Reflect.ownKeys(target);
      reads += keys.length;
      return keys;
    },
  };
  // Parts are wrapped once and before they are read: looking each up again took most of the time.
  const counted = <Part>(part: Part): Part => {
    if (typeof part !== 'object' || part === null) return part;
    const inner: Part & object = Array.isArray(part) ? Object([...part]) : { ...part };
    for (const [key, value] of Object.entries(inner)) Reflect.set(inner, key, counted(value));
    return Object(new Proxy(inner, handler));
  };
  return { value: counted(value), reads: () => reads };
}
