import { Parser, type Template, type TopLevelToken } from 'liquidjs';
import { TemplateFault } from '../template-mistake.ts';

/** How deep blocks may stand inside blocks. */
const MAX_NESTING = 100;

const spans = new WeakMap<Template, number>();

/** Parses templates, limits how deep their blocks nest, and remembers how much source each part has. */
export class BoundedParser extends Parser {
  #depth = 0;

  override parseToken(token: TopLevelToken, remaining: TopLevelToken[]): ReturnType<Parser['parseToken']> {
    if (this.#depth >= MAX_NESTING) throw new TemplateFault(`blocks nest more than ${MAX_NESTING} deep`);
    const last = remaining.at(-1);
    this.#depth += 1;
    const template = super.parseToken(token, remaining);
    this.#depth -= 1;
    const end = remaining[0]?.begin ?? last?.end ?? token.end;
    spans.set(template, end - token.begin);
    return template;
  }
}

/** The characters of source of `template`, with all that stands inside its block. */
export function spanOf(template: Template): number {
  return spans.get(template) ?? 0;
}
