import type { HeaderList } from './headers.ts';
import type { OriginResponse } from './origins/origin.ts';

/** An answer whose body has been read. */
type WholeResponse = OriginResponse & { readonly body: Uint8Array };

/** The errors of an origin that CloudFront keeps. */
const KEPT = new Set([404, 414, 500, 501, 502, 503, 504]);
/** Errors that `cache-control: no-store` keeps out of the cache. */
const HEEDS_NO_STORE = new Set([404, 414, 501]);
const DEFAULT_SECONDS = 10;

/**
 * The errors that an edge answers again without asking its origin: for ten seconds unless the distribution says
 * otherwise, by method and path alone, so to whoever asks. The same holds behind `CachingDisabled`: one page
 * of AWS says that this policy keeps errors out, another that every error is kept, and the app must be right in
 * both cases. An error's `max-age`, which would keep it for longer, is ignored.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html
 */
export class ErrorCache {
  readonly #seconds: ReadonlyMap<number, number>;
  readonly #now: () => number;
  readonly #kept = new Map<string, { readonly answer: WholeResponse; readonly until: number }>();

  /** `seconds` are the lifetimes that the distribution declares, by status; `now` is in epoch milliseconds. */
  constructor(seconds: ReadonlyMap<number, number>, now: () => number) {
    this.#seconds = seconds;
    this.#now = now;
  }

  /** The answer to a request: a kept error, or what `ask` brings. */
  async answer(request: { method: string; uri: string }, ask: () => Promise<OriginResponse>): Promise<OriginResponse> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return ask();
    const key = `${request.method} ${request.uri}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.until > this.#now()) return kept.answer;
    this.#kept.delete(key);
    const answer = await ask();
    const lifetime = this.#lifetimeOf(answer);
    if (lifetime === 0) return answer;
    const whole = { ...answer, body: await bytesOf(answer.body) };
    this.#kept.set(key, { answer: whole, until: this.#now() + lifetime * 1000 });
    return whole;
  }

  #lifetimeOf({ status, headers }: OriginResponse): number {
    if (!KEPT.has(status)) return 0;
    if (HEEDS_NO_STORE.has(status) && /no-store|no-cache|private/.test(cacheControlOf(headers))) return 0;
    return this.#seconds.get(status) ?? DEFAULT_SECONDS;
  }
}

function cacheControlOf(headers: HeaderList): string {
  return headers.find(([name]) => name.toLowerCase() === 'cache-control')?.[1] ?? '';
}

async function bytesOf(body: OriginResponse['body']): Promise<Uint8Array> {
  return body instanceof Uint8Array ? body : Buffer.concat(await body.toArray());
}
