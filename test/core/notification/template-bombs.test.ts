import * as fc from 'fast-check';
import { defaultOperators, filters, Liquid } from 'liquidjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_STEPS, MAX_TEMPLATE_LENGTH, parseTemplate, renderTemplate } from '../../../core/notification/liquid.ts';
import { MAX_OUTPUT_LENGTH } from '../../../core/notification/liquid/emitters.ts';
import { meteredFilters } from '../../../core/notification/liquid/filters.ts';
import { meteredOperators } from '../../../core/notification/liquid/operators.ts';
import { bombBody, bombs, countReads } from './template-grammar.ts';

// The clock stands still: whatever ends a template here, it is not the time that it takes on this machine.
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const numbers = Array.from({ length: 5000 }, (_, index) => index);

function render(source: string, scope: object) {
  const parsed = parseTemplate(source);
  return parsed.kind === 'template'
    ? renderTemplate(parsed.template, scope)
    : { kind: 'unparsed', mistake: parsed.mistake };
}

const outcome = (source: string, scope: object) => {
  const result = render(source, scope);
  return 'mistake' in result ? result.mistake.message : result;
};

const inLoop = (inner: string) => `{% for i in list %}${inner}{% endfor %}`;
/** Puts a list into a list twice, again and again: 2^40 texts, in a thousand characters of template. */
const doubled = (last: string) => {
  const more = '{% assign b = "" | split: "" | push: a | push: a %}{% assign a = b %}';
  return `{% assign a = "x" | split: "" %}${more.repeat(40)}${last}`;
};

describe('a template that would take very long', () => {
  const body = {
    list: numbers,
    few: numbers.slice(0, 10),
    words: numbers.map((number) => `w${number}`),
    objects: numbers.map((n) => ({ n, deep: [[numbers.slice(0, 1000)]] })),
    wide: Object.fromEntries(numbers.map((number) => [`key ${number}`, number])),
    nested: [numbers],
    text: 'a'.repeat(400_000),
    part: `${'a'.repeat(200_000)}b`,
    spaces: ' '.repeat(100_000),
    names: '%A'.repeat(100_000),
    path: 'a.'.repeat(200_000),
    expression: '1 '.repeat(200_000),
  };

  it.each([
    ['{{ list | where_exp: "x", "list contains -1" }}'],
    ['{{ list | reject_exp: "x", "list contains -1" }}'],
    ['{{ list | find_exp: "x", "list contains -1" }}'],
    ['{{ list | find_index_exp: "x", "list contains -1" }}'],
    ['{{ list | has_exp: "x", "list contains -1" }}'],
    ['{{ list | group_by_exp: "x", "list contains -1" }}'],
    ['{{ list | where_exp: "x", expression }}'],
    [inLoop('{% if words contains "none" %}{% endif %}')],
    [inLoop('{% if text contains part %}{% endif %}')],
    [inLoop('{% if nested == nested %}{% endif %}')],
    [inLoop('{% if text < text %}{% endif %}')],
    [inLoop('{% if wide == empty %}{% endif %}')],
    [inLoop('{% if spaces == blank %}{% endif %}')],
    [inLoop('{% case nested %}{% when nested %}{% endcase %}')],
    [inLoop('{% cycle text: 1, 2 %}')],
    [inLoop('{{ wide.size }}')],
    [inLoop('{% for j in wide limit: 1 %}{% endfor %}')],
    [inLoop('{% for j in list reversed limit: 1 %}{% endfor %}')],
    [inLoop('{% assign x = words | sort %}')],
    [inLoop('{% assign x = objects | where: "n", -1 %}')],
    [inLoop('{% assign x = objects | find: "n", -1 %}')],
    [inLoop('{% assign x = words | sample %}')],
    [inLoop('{% assign x = text | slugify: "latin" %}')],
    [inLoop('{{ "now" | date: "%A" }}')],
    [inLoop(`{{ ${'1 '.repeat(3000)} }}`)],
    [inLoop(`{% case 1 %}{% when ${'2, '.repeat(2500)} 3 %}{% endcase %}`)],
    [inLoop(`{% if ${'i or '.repeat(1500)} i %}{% endif %}`)],
    [inLoop('{% capture x %}{{ x }}{{ i }}{% endcapture %}')],
    ['{{ objects | sort: "deep" | size }}'],
    ['{{ objects | sort_natural: "deep" | size }}'],
    ['{{ objects | sum: "deep" }}'],
    ['{{ objects | map: path }}'],
    ['{{ objects | where: path }}'],
    ['{{ objects | sort: path }}'],
    ['{{ text | replace_last: part, "" }}'],
    ['{{ text | remove_last: part }}'],
    ['{{ text | split: part }}'],
    ['{{ "now" | date: names }}'],
    ['{% assign x = few %}{% for i in list %}{% assign x = x | concat: x %}{% endfor %}'],
    [doubled('{{ a }}')],
    [doubled('{{ a | join: "" }}')],
    [doubled('{{ a | json }}')],
    [doubled('{{ a | sort }}')],
    [doubled('{{ a | plus: 1 }}')],
    [doubled('{{ a | upcase }}')],
    [doubled('{{ "now" | date: a }}')],
    [doubled('{{ body[a] }}')],
    [doubled('{{ few | map: a }}')],
    [doubled('{{ few | sort: a }}')],
    [doubled('{% if a == a %}{% endif %}')],
    [doubled('{% if a < a %}{% endif %}')],
    [doubled('{% if "a" contains a %}{% endif %}')],
    [doubled('{% case a %}{% when a %}{% endcase %}')],
    [doubled('{% cycle a: 1, 2 %}')],
    [doubled('{% capture x %}{{ a }}{% endcapture %}')],
  ])('is stopped by the number of its steps: row %#', (template) => {
    expect(outcome(template, { ...body, body })).toContain('takes too many steps');
  });

  it('is stopped after the same number of steps each time, so that nothing depends on the machine', () => {
    const template = inLoop('{{ i }}{% if list contains i %}{% endif %}');

    expect(render(template, { list: numbers.slice(0, 270) })).toMatchObject({ kind: 'text' });
    expect(outcome(template, { list: numbers.slice(0, 1300) })).toContain('takes too many steps');
  });
});

describe('a part that the parser did not see', () => {
  it('costs nothing for its source', () => {
    expect(renderTemplate(new Liquid().parse('{{ a }}'), { a: 'A' })).toEqual({ kind: 'text', text: 'A' });
  });
});

describe('a value that is nested very deeply', () => {
  const list: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);

  it.each(['{{ list }}', '{{ list | json }}', '{{ list | join }}', '{% if list == list %}{% endif %}'])(
    'fails in plain words in %s',
    (template) => {
      expect(outcome(template, { list })).toContain('nests too deeply');
    },
  );

  it('may be passed over', () => {
    expect(outcome('{{ list | size }}{{ name }}', { list, name: 'N' })).toEqual({ kind: 'text', text: '1N' });
  });

  it('never makes more text than it is charged for when it is indented', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(1500)}${'1,'.repeat(5000)}1${']'.repeat(1500)}`);

    expect(outcome('{{ deep | json: 10 | size }}', { deep })).toContain('takes too many steps');
  });
});

describe('a template that is nested very deeply', () => {
  it.each([
    ['blocks', '{%if a%}'.repeat(600) + '{%endif%}'.repeat(300), 'more than 100 deep'],
    ['captures', '{%capture a%}'.repeat(600), 'more than 100 deep'],
    ['tags in one line', `{% ${'liquid '.repeat(1100)} %}`, 'more than 100 deep'],
    ['indexes', `{{ ${'a['.repeat(2700)}1${']'.repeat(2700)} }}`, ''],
    ['ranges', `{{ ${'('.repeat(4000)} }}`, ''],
  ])('of %s is refused or fails, and nothing else', (_, template, message) => {
    expect(template.length).toBeLessThanOrEqual(MAX_TEMPLATE_LENGTH);
    const result = outcome(template, { a: [1] });

    expect(typeof result === 'string' ? result : '').toContain(message);
  });

  it('is accepted up to a hundred blocks', () => {
    const template = `${'{%if a%}'.repeat(100)}x${'{%endif%}'.repeat(100)}`;

    expect(outcome(template, { a: 1 })).toContain('more than 100 deep');
    expect(outcome(template.slice('{%if a%}'.length, -'{%endif%}'.length), { a: 1 })).toEqual({
      kind: 'text',
      text: 'x',
    });
  });
});

describe('a comment in a tag', () => {
  it.each([
    ['{%# one line %}x', { kind: 'text', text: 'x' }],
    ['{%# one\n\n  # two %}x', { kind: 'text', text: 'x' }],
    ['{%# one\n  two %}x', 'every line of an inline comment must begin with "#"'],
  ])('%j is read as the engine reads it', (template, expected) => {
    expect(outcome(template, {})).toEqual(expected);
  });
});

describe('what there is in a template', () => {
  it('is every filter of the engine today, and none that nobody has said the cost of', () => {
    const tomorrow = { ...filters, explode: () => '' };

    expect(Object.keys(meteredFilters(tomorrow))).toEqual(Object.keys(filters));
  });

  it('is every operator of the engine today, and none that nobody has said the cost of', () => {
    const tomorrow = { ...defaultOperators, resembles: () => true };

    expect(Object.keys(meteredOperators(tomorrow))).toEqual(Object.keys(defaultOperators));
  });
});

describe('an honest template', () => {
  const alerts = Array.from({ length: 500 }, (_, index) => ({
    status: index % 2 === 0 ? 'firing' : 'resolved',
    labels: { alertname: `Alert ${index}`, severity: 'critical', instance: `host-${index}:9100` },
    startsAt: '2026-05-01T12:00:00Z',
    annotations: { summary: 'A summary of what happened, as long as they are. '.repeat(4) },
  }));

  it.each([
    `{% assign firing = alerts | where: "status", "firing" %}{{ firing | size }} of {{ alerts | size }}:
     {% for a in alerts %}{% if a.labels.severity == "critical" and a.annotations.summary contains "happened" %}
     {{ a.labels.alertname | upcase }} at {{ a.startsAt | date: "%Y-%m-%d %H:%M" }}: {{ a.annotations.summary |
     strip_html | truncate: 80 }}{% endif %}{% endfor %}`,
    '{{ alerts | map: "labels" | map: "alertname" | uniq | sort | join: ", " }}',
    '{% assign groups = alerts | group_by: "status" %}{% for g in groups %}{{ g.name }}: {{ g.items.size }} {% endfor %}',
    '{{ alerts | where_exp: "a", "a.labels.alertname contains \'7\'" | json }}',
    '{{ text | strip_html | normalize_whitespace | truncatewords: 50 }}',
  ])('is within the steps: row %#', (template) => {
    expect(outcome(template, { alerts, text: '<p>words and words</p> '.repeat(10_000) })).toMatchObject({
      kind: 'text',
    });
  });
});

describe('any template from the grammar', () => {
  it('reads no more of its body than its steps allow, and prints no more than its output holds', () => {
    const body = bombBody();
    const { value, reads } = countReads({ ...body, body });

    fc.assert(
      fc.property(bombs, (template) => {
        const before = reads();

        const result = render(template, value);

        expect(reads() - before).toBeLessThanOrEqual(MAX_STEPS);
        expect('text' in result ? result.text.length : 0).toBeLessThanOrEqual(MAX_OUTPUT_LENGTH);
      }),
      { seed: 15, numRuns: 150 },
    );
  }, 120_000);
});
