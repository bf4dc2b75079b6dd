import { RenderError } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { parseTemplate, renderTemplate } from '../../../core/notification/liquid.ts';
import { mistakeOf } from '../../../core/notification/template-mistake.ts';

const messageOf = (source: string): string | undefined => {
  const parsed = parseTemplate(source);
  if (parsed.kind === 'invalid') return parsed.mistake.message;
  const rendered = renderTemplate(parsed.template, { list: [1], body: {} });
  return rendered.kind === 'failed' ? rendered.mistake.message : undefined;
};

describe('what is wrong with a template', () => {
  it.each([
    ['{% %}', 'a tag needs a name, such as {% if … %}'],
    ['{% endif %}', '"endif" does not belong to anything before it'],
    ['{% for a in list %}{% endif %}', '"endif" does not belong to anything before it'],
    ['{% else %}', '"else" does not belong to anything before it'],
    ['{% when 1 %}', '"when" does not belong to anything before it'],
    ['{% nope %}', 'there is no tag "nope"'],
    ['{% if list %', 'a "%}" is missing after: {% if list %'],
    ['{{ list', 'a "}}" is missing after: {{ list'],
    ['{{ "list\n}}', 'a "}}" is missing after: {{ "list }}'],
    ['{% if list %}', '"if" has no "endif"'],
    ['{%- unless list -%}', '"unless" has no "endunless"'],
    ['{% raw %}', '"raw" has no "endraw"'],
    ['{% comment %}', '"comment" has no "endcomment"'],
    ['{% case list %}{% when 1 %}', '"case" has no "endcase"'],
    ['{% liquid\n if list\n echo 1 %}', '"if" has no "endif"'],
    ['{% for item %}', '"for" needs a name and a list, as in {% for item in items %}'],
    ['{% cycle %}', '"cycle" needs values, as in {% cycle "odd", "even" %}'],
    ['{% capture %}', '"capture" needs a name, as in {% capture text %}'],
    ['{% assign %}', '"assign" needs a name and a value, as in {% assign level = "high" %}'],
    ['{% assign a b %}', '"assign" needs a name and a value, as in {% assign level = "high" %}'],
    ['{% if a %}{% else %}{% elsif b %}{% endif %}', '"else" is allowed once, as the last branch'],
    ['{% if a %}{% else %}{% else %}{% endif %}', '"else" is allowed once, as the last branch'],
    ['{% # one\n two %}', 'every line of an inline comment must begin with "#"'],
    ['{{ list | nope }}', 'there is no filter "nope"'],
    ['{{ list | join "," }}', 'a ":" is missing between a filter and its arguments'],
    ['{{ list..size }}', 'only "|" and a filter can follow a value'],
    ['{{ list | | join }}', 'the name of a filter is missing after "|"'],
    ['{{ list | join: "," "." }}', 'did not expect: "."'],
    ['{% if %}{% endif %}', 'a value is missing'],
    ['{{ ((( }}', 'a value is missing'],
    ['{{ | upcase }}', 'expected a value, not: | upcase'],
    ['{{ (1..) }}', 'expected a value, not: )'],
    ['{{ list[ }}', '"[" has no "]"'],
    ['{{ (1 }}', 'parentheses are for ranges, such as (1..5)'],
    ['{{ "a" | append }}', '"append" needs a text, as in append: "!"'],
    ['{{ "?" | base64_decode }}', '"base64_decode" got a value that is not Base64'],
    ['{{ "a%" | url_decode }}', '"url_decode" got a value that is not URL-encoded'],
    ['{{ "now" | date: "%Y", "Mars/Base" }}', 'there is no time zone "Mars/Base"'],
    [`${'{% if 1 %}'.repeat(200)}${'{% endif %}'.repeat(200)}`, 'blocks nest more than 100 deep'],
    [`{% for i in (1..${10 ** 9}) %}x{% endfor %}`, expect.stringContaining('too many steps')],
  ])('%s is said in our own words', (source, message) => {
    expect(messageOf(source)).toEqual(message);
  });

  it('quotes a long piece of the template in one short line', () => {
    expect(messageOf(`{{ list | ${'n'.repeat(200)} }}`)).toBe(`there is no filter "${'n'.repeat(60)}…"`);
    expect(messageOf(`{% nope${'\n'.repeat(50)}x`)).toMatch(/^[^\n]{1,100}$/);
  });

  it('takes what a template says literally, whatever it means to a replacement', () => {
    expect(messageOf('{{ | $& $1 }}')).toBe('expected a value, not: | $& $1');
  });

  it('never repeats an error that nobody has met yet', () => {
    const parsed = parseTemplate('{{ list }}');
    const [piece] = parsed.kind === 'template' ? parsed.template : [];
    const error = new RenderError(new TypeError("Cannot read properties of undefined (reading 'x')"), piece!);

    expect(mistakeOf(error, 'this does not work')).toEqual({ message: 'this does not work', line: 1, column: 1 });
  });
});
