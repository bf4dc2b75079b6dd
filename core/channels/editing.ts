import { createHash } from 'node:crypto';
import type { Edits, RenderContext } from './channel-kind.ts';
import type { Post } from './alert-view.ts';
import type { HttpRequest, HttpResponse } from './http-exchange.ts';
import type { Notice } from './notice.ts';
import type { Verdict } from './outcome.ts';

/** A rendering that shows an alert or an ask in a post. */
interface PostContext extends RenderContext {
  readonly post: Post;
}

/** What the file of a kind says of the changing of its posts. */
export interface Editing<Config> {
  /**
   * Fields of the config that say where posts stand: once one of them is another, a post of before is not the
   * channel's any more.
   */
  readonly place: readonly (keyof Config & string)[];
  readonly namesPosts: boolean;
  /** Whether a post can say that a newer one has taken its place. @default it can */
  readonly continues?: false;
  /** Whether a channel with this config can edit. @default every channel */
  isOf?(config: Config): boolean;
  /** The vendor's name of a post that was just made; `undefined` where its answer holds none that can be used. */
  idOf(response: HttpResponse, context: PostContext): string | undefined;
  /** The requests that bring a post to what the notice says; none where nothing is to be seen of it. Pure. */
  edit(notice: Notice, config: Config, context: PostContext & { readonly postId: string }): readonly HttpRequest[];
  /**
   * What an answer to an edit says of the post: there is none that can be changed (`gone`), or it says already what it
   * should (`same`); `undefined`: neither.
   */
  refusal(response: HttpResponse): 'gone' | 'same' | undefined;
}

/** What a kind that edits says of itself. */
export function editsOf<Config>(editing: Editing<Config>, parse: (config: unknown) => Config): Edits {
  const { namesPosts, continues = true } = editing;
  return { namesPosts, continues, areOf: (config) => editing.isOf?.(parse(config)) ?? true };
}

/** The way one post of a channel is made or changed. */
interface PostEditor {
  /** @param write makes a new post */
  requests(notice: Notice, write: (context: RenderContext) => readonly HttpRequest[]): readonly HttpRequest[];
  /** @param verdict what the answer means to any message */
  read(response: HttpResponse, verdict: () => Verdict): Verdict;
}

/** How the post of a rendering is made or changed; `undefined` where it shows none, or the channel cannot edit. */
export function editorOf<Config extends Record<string, unknown>>(
  editing: Editing<Config> | undefined,
  config: Config,
  { post, ...rest }: RenderContext,
): PostEditor | undefined {
  if (editing === undefined || post === undefined) return undefined;
  if (editing.isOf?.(config) === false) return undefined;
  const place = placeOf(editing, config);
  const postId = rest.anew === true ? undefined : idAt(place, post.reference);
  if (postId !== undefined) {
    const context = { ...rest, post, postId };
    return {
      requests: (notice) => editing.edit(notice, config, context),
      read: (response, verdict) => editVerdict(editing.refusal(response), { response, post, verdict }),
    };
  }
  const context = { ...rest, post: newPost(post) };
  return {
    // Where there is nothing left to be continued, nothing is said.
    requests: (_, write) => (post.continued === true ? [] : write(context)),
    read: (response, verdict) => withReference(verdict(), place, () => editing.idOf(response, context)),
  };
}

/** A post in the place of one that is lost has another name, or vendors would take it for a repetition of that one. */
function newPost({ reference, ...post }: Post): Post {
  return reference === undefined ? post : { ...post, id: digest([post.id, reference], 32) };
}

function digest(values: readonly unknown[], digits: number): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, digits);
}

/** Tells places apart without naming them: addresses of webhooks are secrets. */
function placeOf<Config extends Record<string, unknown>>({ place }: Editing<Config>, config: Config): string {
  const values = place.map((name) => config[name] ?? null);
  return digest(values, 16);
}

/** A reference is the place of a post and the vendor's name of it. */
function idAt(place: string, reference = ''): string | undefined {
  return reference.startsWith(`${place}.`) ? reference.slice(place.length + 1) : undefined;
}

function withReference(verdict: Verdict, place: string, idOf: () => string | undefined): Verdict {
  if (verdict.kind !== 'delivered') return verdict;
  const id = idOf();
  return id === undefined ? verdict : { ...verdict, reference: `${place}.${id}` };
}

interface EditAnswer {
  readonly response: HttpResponse;
  readonly post: Post;
  readonly verdict: () => Verdict;
}

function editVerdict(refusal: 'gone' | 'same' | undefined, { response, post, verdict }: EditAnswer): Verdict {
  const { status } = response;
  if (refusal === 'gone' && post.continued !== true) return postGone(status);
  const known: Verdict = refusal === undefined ? verdict() : { kind: 'delivered', status };
  return known.kind === 'delivered' ? { ...known, edited: true } : known;
}

/** It is made anew, once. */
function postGone(status: number): Verdict {
  const error = `the receiver answered ${status}: the post to change is gone`;
  return { kind: 'send-again', status, error, adjustment: { anew: true } };
}
