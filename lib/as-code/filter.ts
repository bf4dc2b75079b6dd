import { checkFilter } from '../../core/filter/check.ts';
import { type Fault, InvalidDeclaration } from './invalid.ts';

/** A value that a field of a notification is compared with. */
export type FilterValue = string | number | boolean | null;

/**
 * Which notifications of a webhook reach a channel, in words: `Filter.priority.atLeast(3).and(Filter.tags.any('prod'))`.
 * Gives the JSON that the API takes, and refuses at once what the API would refuse.
 *
 * @throws InvalidDeclaration from every call that makes a filter the API would refuse.
 */
export class Filter {
  /** Conditions on the priority, a number from 1 to 5. Without a priority only `isNot` and `missing` hold. */
  static readonly priority = {
    atLeast: (value: number): Filter => new Filter({ priority: { gte: value } }),
    atMost: (value: number): Filter => new Filter({ priority: { lte: value } }),
    above: (value: number): Filter => new Filter({ priority: { gt: value } }),
    below: (value: number): Filter => new Filter({ priority: { lt: value } }),
    is: (value: number): Filter => new Filter({ priority: { eq: value } }),
    isNot: (value: number): Filter => new Filter({ priority: { ne: value } }),
    exists: (): Filter => new Filter({ priority: { exists: true } }),
    missing: (): Filter => new Filter({ priority: { exists: false } }),
  };

  /** Conditions on the tags. */
  static readonly tags = {
    any: (...tags: readonly string[]): Filter => new Filter({ tags: { any: tags } }),
    all: (...tags: readonly string[]): Filter => new Filter({ tags: { all: tags } }),
    none: (...tags: readonly string[]): Filter => new Filter({ tags: { none: tags } }),
  };

  /** Conditions on what stands at a path of the body, such as `payload.environment` or `commits[*].author`. */
  static path(path: string): PathConditions {
    return new PathConditions(path);
  }

  /** Holds when all of them hold. */
  static all(...filters: readonly Filter[]): Filter {
    return new Filter({ all: filters });
  }

  /** Holds when one of them holds. */
  static any(...filters: readonly Filter[]): Filter {
    return new Filter({ any: filters });
  }

  /** Holds when it does not. */
  static not(filter: Filter): Filter {
    return new Filter({ not: filter });
  }

  /** A filter as the API, documents and the dashboard write it. */
  static fromJson(filter: unknown): Filter {
    return new Filter(filter);
  }

  private readonly json: unknown;

  private constructor(filter: unknown) {
    this.json = JSON.parse(JSON.stringify(filter ?? null));
    const faults = filterFaults(this.json);
    if (faults.length > 0) throw new InvalidDeclaration('filter', faults);
  }

  /** Holds when both hold. */
  and(other: Filter): Filter {
    return Filter.all(this, other);
  }

  /** Holds when one of the two holds. */
  or(other: Filter): Filter {
    return Filter.any(this, other);
  }

  /** The filter as the API takes it. */
  toJSON(): unknown {
    return this.json;
  }
}

/** What may be said of a path. With `[*]` in it, `isNot` and `notIn` mean that no element equals. */
export class PathConditions {
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  exists(): Filter {
    return this.with('exists');
  }

  missing(): Filter {
    return this.with('missing');
  }

  is(value: FilterValue): Filter {
    return this.with('eq', value);
  }

  isNot(value: FilterValue): Filter {
    return this.with('ne', value);
  }

  above(value: number | string): Filter {
    return this.with('gt', value);
  }

  atLeast(value: number | string): Filter {
    return this.with('gte', value);
  }

  below(value: number | string): Filter {
    return this.with('lt', value);
  }

  atMost(value: number | string): Filter {
    return this.with('lte', value);
  }

  in(...values: readonly FilterValue[]): Filter {
    return this.with('in', values);
  }

  notIn(...values: readonly FilterValue[]): Filter {
    return this.with('notIn', values);
  }

  /** Whether a text holds this text, or a list this element. */
  contains(value: FilterValue): Filter {
    return this.with('contains', value);
  }

  startsWith(text: string): Filter {
    return this.with('startsWith', text);
  }

  endsWith(text: string): Filter {
    return this.with('endsWith', text);
  }

  /** @param pattern in the syntax of RE2 */
  matches(pattern: string): Filter {
    return this.with('matches', pattern);
  }

  private with(op: string, value?: unknown): Filter {
    return Filter.fromJson({ path: this.path, op, ...(value === undefined ? {} : { value }) });
  }
}

function filterFaults(filter: unknown): readonly Fault[] {
  const checked = checkFilter(filter);
  return checked.kind === 'ok' ? [] : checked.details;
}
