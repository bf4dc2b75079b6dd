import { Context, type Emitter, Liquid, type Template, toValue, toValueSync } from 'liquidjs';
import { mistakeOf, type TemplateMistake } from './template-mistake.ts';

/** Longest template, in UTF-16 code units. */
export const MAX_TEMPLATE_LENGTH = 8192;

/** Longest output, in UTF-16 code units; the rest is cut off. Four times what the longest message takes. */
export const MAX_OUTPUT_LENGTH = 32_768;

/** What one rendering may build up inside, in UTF-16 code units and list elements. */
const MEMORY_LIMIT = 4_000_000;

/** What one round of a loop costs of `MEMORY_LIMIT`: 40,000 rounds at most, those of loops inside loops together. */
const BLOCK_COST = 100;

/** Stops what the other limits do not foresee. Far above any template that they let through. */
const TIME_LIMIT_MS = 250;

/** Tags that read other templates, of which there are none, or write HTML. */
const refusedTags = ['include', 'render', 'layout', 'block', 'tablerow'] as const;

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
    return { kind: 'template', template: liquid.parse(source) };
  } catch (error) {
    return { kind: 'invalid', mistake: mistakeOf(error) };
  }
}

/** Renders a parsed template over `scope`, whose values it never changes. Never throws; stops at the limits above. */
export function renderTemplate(template: Template[], scope: object): RenderedTemplate {
  const output = new BoundedEmitter();
  const context = new Context(scope, liquid.options, { sync: true }, { liquid });
  try {
    toValueSync(liquid.renderer.renderTemplates(template, context, output));
  } catch (error) {
    if (!output.isFull) return { kind: 'failed', mistake: mistakeOf(error) };
  }
  return { kind: 'text', text: output.buffer };
}

function createLiquid(): Liquid {
  const engine = new Liquid({
    // With a map in its place the engine never touches the file system.
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    memoryLimit: MEMORY_LIMIT,
    renderLimit: TIME_LIMIT_MS,
    timezoneOffset: 0,
    locale: 'en-US',
  });
  for (const tag of refusedTags) delete engine.tags[tag];
  chargeBlocks(engine);
  return engine;
}

/** Charges rounds and captured text, which the engine itself does not count. */
function chargeBlocks({ renderer }: Liquid): void {
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, emitter = new ChargedEmitter(context)) => {
    context.memoryLimit.use(BLOCK_COST);
    return render(templates, context, emitter);
  };
}

/** Takes the output of a template until it is full, and ends the rendering then. */
class BoundedEmitter implements Emitter {
  buffer = '';
  isFull = false;

  write(value: unknown): void {
    this.buffer += textOf(value);
    if (this.buffer.length <= MAX_OUTPUT_LENGTH) return;
    this.buffer = this.buffer.slice(0, MAX_OUTPUT_LENGTH);
    this.isFull = true;
    throw new Error('the output is full');
  }
}

/** Takes what a `capture` writes into a variable. */
class ChargedEmitter implements Emitter {
  buffer = '';
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  write(value: unknown): void {
    const text = textOf(value);
    this.#context.memoryLimit.use(text.length);
    this.buffer += text;
  }
}

/** Values as Liquid prints them, but objects as JSON: `[object Object]` helps nobody. */
function textOf(given: unknown): string {
  const value: unknown = toValue(given);
  if (Array.isArray(value)) return value.map((element) => textOf(element)).join('');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar ? String(value) : '';
}
