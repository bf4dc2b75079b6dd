import { defaultOperators, filters, Liquid, type Template, toValueSync } from 'liquidjs';
import { BoundedParser, spanOf } from './liquid/bounded-parser.ts';
import { BoundedEmitter, ChargedEmitter } from './liquid/emitters.ts';
import { meteredFilters } from './liquid/filters.ts';
import { chargeOf, MeteredContext } from './liquid/metered-context.ts';
import { meteredOperators } from './liquid/operators.ts';
import { meteredTags, plainTags } from './liquid/tags.ts';
import { mistakeOf, type TemplateMistake } from './template-mistake.ts';

/** Longest template, in UTF-16 code units. */
export const MAX_TEMPLATE_LENGTH = 8192;

/**
 * What one rendering may take, in steps: about the time of reading an element of a list. The count depends on the
 * template and the body alone, never on the machine.
 */
export const MAX_STEPS = 4_000_000;

/** What one round of a loop costs: 40,000 rounds at most, those of loops inside loops together. */
const BLOCK_COST = 100;

/** What one tag, one output or one piece of text costs beside its source, in steps. */
const PART_COST = 10;

/** Stops what the steps do not foresee. Far above any template that they let through. */
const TIME_LIMIT_MS = 1000;

export type ParsedTemplate =
  | { readonly kind: 'template'; readonly template: Template[] }
  | { readonly kind: 'invalid'; readonly mistake: TemplateMistake };

export type RenderedTemplate =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly mistake: TemplateMistake };

const liquid = createLiquid();

/** Parses a Liquid template. Never throws. */
export function parseTemplate(source: string): ParsedTemplate {
  if (source.length > MAX_TEMPLATE_LENGTH) {
    const message = `a template of ${source.length} characters; at most ${MAX_TEMPLATE_LENGTH} are allowed`;
    return { kind: 'invalid', mistake: { message, line: 1, column: 1 } };
  }
  try {
    return { kind: 'template', template: new BoundedParser(liquid).parse(source) };
  } catch (error) {
    return { kind: 'invalid', mistake: mistakeOf(error, 'this cannot be read as Liquid') };
  }
}

/** Renders a parsed template over `scope`, whose values it never changes. Never throws; stops at the limits above. */
export function renderTemplate(template: Template[], scope: object): RenderedTemplate {
  const context = new MeteredContext(scope, liquid.options, { sync: true }, { liquid });
  const output = new BoundedEmitter(context.charge);
  try {
    toValueSync(liquid.renderer.renderTemplates(template, context, output));
  } catch (error) {
    if (!output.isFull)
      return { kind: 'failed', mistake: mistakeOf(error, 'this does not work with what the body holds') };
  }
  return { kind: 'text', text: output.buffer };
}

/**
 * The engine with nothing in it but what is charged: tags, operators and filters that are not named in `liquid/` do not
 * exist, so that a new version of the engine brings none along.
 */
function createLiquid(): Liquid {
  const engine = new Liquid({
    // With a map in its place the engine never touches the file system.
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    memoryLimit: MAX_STEPS,
    renderLimit: TIME_LIMIT_MS,
    timezoneOffset: 0,
    locale: 'en-US',
    operators: meteredOperators(defaultOperators),
  });
  const plain: readonly string[] = plainTags;
  for (const name of Object.keys(engine.tags)) if (!plain.includes(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters)) engine.unregisterFilter(name);
  for (const [name, tag] of Object.entries(meteredTags)) engine.registerTag(name, tag);
  for (const [name, filter] of Object.entries(meteredFilters(filters))) engine.registerFilter(name, filter);
  chargeBlocks(engine);
  return engine;
}

/** Charges each block for the source that it is about to go through. */
function chargeBlocks({ renderer }: Liquid): void {
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, emitter) => {
    const charge = chargeOf(context);
    charge(BLOCK_COST);
    for (const template of templates) charge(PART_COST + spanOf(template));
    return render(templates, context, emitter ?? new ChargedEmitter(charge));
  };
}
