import type * as z from 'zod';
import type { AlertView, Post } from './alert-view.ts';
import type { AskShown } from './ask-shown.ts';
import type { AwsFailure, AwsRequest } from './aws-exchange.ts';
import { type AwsErrorClasses, classifyAwsFailure } from './aws-failure.ts';
import type { HttpRequest, HttpResponse } from './http-exchange.ts';
import type { KindFacts } from './kind-facts.ts';
import type { ChannelKind } from './kinds.ts';
import { messageTemplateNotes, templatesOf } from './message-templates.ts';
import { type Adjustment, classifyStatus, type Verdict } from './outcome.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import type { WebPushRequest } from './web-push-request.ts';

/**
 * A request as data, for one of the adapters that send. It names its `recipient` if each request of an attempt has its
 * own: then a request that fails does not stop the others, and a retry repeats only those that were neither taken nor
 * refused for good. The name must survive every change of a token, a template or a text.
 */
export type ChannelRequest = HttpRequest | WebPushRequest | AwsRequest;

/** What a rendering may depend on besides the message and the channel. */
export interface RenderContext extends Adjustment {
  /** `deliveryIdOf`: the same on every attempt. */
  readonly deliveryId: string;
  /** Time of this attempt, epoch milliseconds. */
  readonly now: number;
  /** `notification-router/<version>`. */
  readonly userAgent: string;
  /** The message in the dashboard; absent if the base URL is unknown. */
  readonly messageUrl?: string;
  /** The alert that the message belongs to, as it stands now; absent if it belongs to none. */
  readonly alert?: AlertView;
  /** The post that will show the alert, if the kind edits. */
  readonly post?: Post;
  /** The ask that the message asks, or whose end it tells; absent if it has to do with none. */
  readonly ask?: AskShown;
  /** What this kind alone needs. Its own file declares the shape and parses it; absent in a preview. */
  readonly own?: unknown;
}

interface ClassifyContext {
  /** Time of the answer, epoch milliseconds. */
  readonly now: number;
  /** The id of the recipient in the config, if the request names one. */
  readonly recipient?: string;
  /** What the request was rendered with. */
  readonly rendered?: { readonly config: unknown; readonly context: RenderContext };
}

/** The circumstances of a save. */
export interface ConfigChange<Stored> {
  /** What is stored now; absent at creation. */
  readonly previous?: Stored;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly randomBytes: (count: number) => Uint8Array;
}

/** What is stored after a save. */
export interface Prepared<Stored> {
  readonly config: Stored;
  /** Fields with a newly made secret: only this answer shows them whole. */
  readonly issued: readonly string[];
}

/** What keeps a channel from sending anything. */
export interface Obstacle {
  /** For operators. */
  readonly reason: string;
  /** The obstacle stays until somebody changes the channel, so the channel is switched off. */
  readonly isLasting?: true;
}

/** A kind that may lack what it needs to send. */
interface WithObstacle<Stored> {
  /** Why nothing can be sent; `undefined`: it can. Pure. */
  obstacle?(config: Stored, context: RenderContext): Obstacle | undefined;
}

/** A kind whose deliveries are requests. */
export interface Delivering<Stored, Request extends ChannelRequest = HttpRequest> extends WithObstacle<Stored> {
  /**
   * The requests of one attempt, sent in order; the first that is not delivered decides the outcome of the attempt,
   * unless each names its recipient.
   * Pure: the same arguments give the same requests.
   */
  render(message: OutgoingMessage, config: Stored, context: RenderContext): readonly Request[];
  /** What an answer over HTTP means. Pure. */
  classify(response: HttpResponse, context: ClassifyContext): Verdict;
}

/** A kind whose deliveries are calls of an AWS service. */
interface AwsDelivering<Stored, Request extends AwsRequest> extends Pick<
  Delivering<Stored, Request>,
  'render' | 'obstacle'
> {
  /** What errors of the service mean for a channel, if their name does not say it. */
  readonly errors?: AwsErrorClasses;
}

/** A channel kind's config, behind a schema, so that one registry can hold kinds of any config. */
export interface ConfigurableKind extends KindFacts {
  /** What an operator sends. It drives validation, the OpenAPI document and the dashboard's form. */
  readonly config: z.ZodType<ConfigObject>;
  /**
   * Turns a config that `config` has parsed into what is stored, making the secrets it lacks.
   *
   * @throws when the arguments do not have the shapes of this kind: a bug in the caller
   */
  prepare(config: unknown, change: ConfigChange<unknown>): Prepared<Record<string, unknown>>;
  /** What presses of buttons on its posts are checked by; `undefined`: its posts have no buttons. Pure. */
  pressSecret(config: unknown, organizationId: string): string | undefined;
}

/** A kind that deliverers serve. Its methods throw on a stored config that does not have the shape of the kind. */
export interface DeliveredKind<Request extends ChannelRequest = HttpRequest>
  extends ConfigurableKind, Delivering<unknown, Request> {
  /** What a rendering had to ignore, for operators. Pure. */
  notes(message: OutgoingMessage, config: unknown, context: RenderContext): readonly string[];
  /** What an error of an AWS service means. Pure. */
  classifyFailure(failure: AwsFailure): Verdict;
  /** Absent: what the kind has posted stays as it is. */
  readonly edits?: Edits;
}

/** What a kind says of the changing of its posts. */
export interface Edits {
  /** Whether the router names a post itself: one that is made again after a lost answer is not there twice. */
  readonly namesPosts: boolean;
  /** Whether a post can say that a newer one has taken its place. */
  readonly continues: boolean;
  /** Whether a channel can edit that has this config. */
  areOf(config: unknown): boolean;
}

type ConfigObject = Record<string, unknown>;

/** What a kind's file passes to `defineKind`. */
interface KindFile<Input extends ConfigObject, Stored extends ConfigObject> extends Partial<KindFacts> {
  readonly kind: ChannelKind;
  readonly title: string;
  readonly description: string;
  readonly config: z.ZodType<Input>;
  /** What is stored: the config and the internal fields. */
  readonly stored: z.ZodType<Stored>;
  /** Absent: the config is stored as it is. */
  readonly prepare?: (config: Input, change: ConfigChange<Stored>) => Prepared<Stored>;
  /** Absent: its posts never have buttons. */
  readonly pressSecret?: (config: Stored, organizationId: string) => string | undefined;
}

/** A kind file of one that deliverers serve. */
type DeliveredFile<Input extends ConfigObject, Stored extends ConfigObject, Request extends ChannelRequest> = KindFile<
  Input,
  Stored
> &
  Delivering<Stored, Request> & { readonly edits?: Edits };

const noFacts = {
  secrets: [],
  makes: [],
  internal: [],
  urls: [],
  destinations: [],
  limits: {},
  mayForward: false,
  tellsPresses: false,
} as const;

/** Makes a kind that has a config but no deliverer. */
export function defineKind<Input extends ConfigObject, Stored extends ConfigObject>(
  file: KindFile<Input, Stored>,
): ConfigurableKind {
  return {
    ...noFacts,
    ...file,
    prepare(config, { previous, ...change }) {
      const parsed = file.config.parse(config);
      const known = previous === undefined ? change : { ...change, previous: file.stored.parse(previous) };
      return file.prepare?.(parsed, known) ?? { config: file.stored.parse(parsed), issued: [] };
    },
    pressSecret: (config, organizationId) => file.pressSecret?.(file.stored.parse(config), organizationId),
  };
}

/** Makes a kind that deliverers serve. Everything that differs between kinds is in the kind's one file. */
export function defineDeliveredKind<
  Input extends ConfigObject,
  Stored extends ConfigObject,
  Request extends ChannelRequest,
>(file: DeliveredFile<Input, Stored, Request>): DeliveredKind<Request> {
  return {
    ...defineKind(file),
    obstacle: (config, context) => file.obstacle?.(file.stored.parse(config), context),
    render: (message, config, context) => file.render(message, file.stored.parse(config), context),
    notes: (message, config, { messageUrl }) => messageTemplateNotes(message, templatesOf(config), messageUrl),
    classify: (response, context) => file.classify(response, context),
    classifyFailure: (failure) => classifyAwsFailure(failure),
  };
}

/** Makes a kind that is delivered by calls of an AWS service, with the role of the function that delivers. */
export function defineAwsKind<Input extends ConfigObject, Stored extends ConfigObject, Request extends AwsRequest>(
  file: KindFile<Input, Stored> & AwsDelivering<Stored, Request>,
): DeliveredKind<Request> {
  return {
    ...defineDeliveredKind({ ...file, classify: (response, { now }) => classifyStatus(response, now) }),
    classifyFailure: (failure) => classifyAwsFailure(failure, file.errors),
  };
}
