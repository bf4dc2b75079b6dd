/** A route by its key, `<METHOD> <path>` or `$default`, and what it leads to. */
export interface KeyedRoute<T> {
  readonly key: string;
  readonly target: T;
}

/** The route that a request takes, with its path parameters, decoded. */
export interface Match<T> {
  readonly route: KeyedRoute<T>;
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface Pattern<T> {
  readonly route: KeyedRoute<T>;
  readonly method: string;
  readonly segments: readonly string[];
  /** Lower is more specific. */
  readonly rank: string;
}

/**
 * Finds routes as an HTTP API does: the most specific path wins (a literal segment before a parameter, a greedy
 * parameter last), on the same path a method beats `ANY`, and `$default` takes the rest.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export class RouteTable<T> {
  readonly #patterns: readonly Pattern<T>[];
  readonly #fallback: KeyedRoute<T> | undefined;

  constructor(routes: readonly KeyedRoute<T>[]) {
    this.#fallback = routes.find(({ key }) => key === '$default');
    this.#patterns = routes
      .filter(({ key }) => key !== '$default')
      .map(toPattern)
      .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  }

  /** @param path the path as sent, still percent-encoded. */
  find(method: string, path: string): Match<T> | undefined {
    const segments = path.split('/').slice(1);
    for (const pattern of this.#patterns) {
      if (pattern.method !== 'ANY' && pattern.method !== method) continue;
      const pathParameters = match(pattern.segments, segments);
      if (pathParameters !== undefined) return { route: pattern.route, pathParameters };
    }
    return this.#fallback === undefined ? undefined : { route: this.#fallback, pathParameters: {} };
  }
}

function toPattern<T>(route: KeyedRoute<T>): Pattern<T> {
  const [method = '', path = ''] = route.key.split(' ');
  const segments = path.split('/').slice(1);
  const rank = segments.map((segment) => (isGreedy(segment) ? '2' : isParameter(segment) ? '1' : '0')).join('');
  return { route, method, segments, rank: `${rank.padEnd(32, '0')}${method === 'ANY' ? '1' : '0'}` };
}

const isParameter = (segment: string): boolean => segment.startsWith('{') && segment.endsWith('}');
const isGreedy = (segment: string): boolean => segment.endsWith('+}');

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const greedy = isGreedy(pattern.at(-1) ?? '');
  if (greedy ? segments.length < pattern.length : segments.length !== pattern.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = isGreedy(expected) ? segments.slice(index).join('/') : (segments[index] ?? '');
    if (!isParameter(expected)) {
      if (expected !== actual) return undefined;
    } else if (actual === '') {
      return undefined;
    } else {
      parameters[expected.replaceAll(/[{}+]/g, '')] = decode(actual);
    }
  }
  return parameters;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
