import { type CustomResource, SecretValue, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type * as z from 'zod';
import { ChannelKind } from '../../core/channels/kinds.ts';
import { channelKinds } from '../../core/channels/registry.ts';
import { type updateWays, updatesRefusal } from '../../core/channels/updates.ts';
import { MAX_RETRIES, MAX_RETRY_WAIT_SECONDS } from '../../core/directory/channel.ts';
import { changeAt, secretPlaces } from '../../core/document/secret-places.ts';
import { issuesOf } from '../../core/words/issues-of.ts';
import { schemaWords } from '../../core/words/schema-words.ts';
import type { Fault } from './invalid.ts';
import { grantSecrets, referenceTo } from './secrets.ts';
import { StackResource, type StackResourceProps } from './stack-resource.ts';

/** A channel that a webhook can be linked to. */
export interface IChannel {
  /** Its slug, or what CloudFormation knows it by. */
  readonly channelRef: string;
}

/** What channels of every kind have. */
export interface ChannelProps extends StackResourceProps {
  /** Seconds before each retry. @default those of the router */
  readonly retrySchedule?: readonly number[];
  /** Whether it is told when the router switches another channel off. @default false */
  readonly notifyOnProblems?: boolean;
  /** What it gets of alerts. @default what suits the kind */
  readonly updates?: (typeof updateWays)[number];
}

/** A channel with a config of its kind, which only the factories of `Channel` make. */
export interface ChannelOfKind<Config extends object> extends ChannelProps {
  /** As the API takes it; secrets are `SecretValue`s of Secrets Manager or the Parameter Store. */
  readonly config: Config;
}

/** What the factories hand over. */
export interface KnownChannel extends ChannelProps {
  /** One of the kinds that the factories know. */
  readonly kind: string;
  readonly config?: object;
}

/** Where notifications are delivered, declared by a stack. Another kind is another channel. */
export abstract class ChannelResource extends StackResource implements IChannel {
  readonly channelRef: string;
  private readonly resource: CustomResource;

  protected constructor(scope: Construct, id: string, props: KnownChannel) {
    super(scope, id, props);
    const { name, enabled, retrySchedule, notifyOnProblems, updates } = props;
    const kind = ChannelKind.parse(props.kind);
    const { config, references, faults } = this.readConfig(kind, { ...props.config });
    const refusal = updatesRefusal(kind, updates);
    this.refuse([
      ...faults,
      ...scheduleFaults(retrySchedule),
      ...(refusal === undefined ? [] : [{ path: 'updates', message: refusal }]),
    ]);
    const common = { kind, name, enabled, config, retrySchedule, notifyOnProblems, updates };
    this.resource = this.makeResource('Channel', props, common);
    if (references.length > 0) this.resource.node.addDependency(grantSecrets(this, props.router, references));
    this.channelRef = this.resource.ref;
  }

  /** The config with `{ secret: reference }` in place of each secret. */
  private readConfig(kind: ChannelKind, given: Record<string, unknown>) {
    const facts = channelKinds[kind];
    const places = secretPlaces(facts);
    const references: string[] = [];
    const faults: Fault[] = [];
    const config = changeAt(given, places, (value, keys) => {
      const secret = referenceOf(this, value);
      if (secret === undefined) faults.push({ path: ['config', ...keys].join('.'), message: NO_SECRET });
      else references.push(secret);
      return { secret };
    });
    if (faults.length > 0) return { config, references, faults };
    const standIn = changeAt(given, places, () => UNKNOWN);
    return { config, references, faults: configFaults(facts.config, standIn) };
  }
}

const NO_SECRET = 'must be a SecretValue of Secrets Manager or of a SecureString parameter';

/** Stands for a secret that is not known yet. */
const UNKNOWN = Token.asString({ secret: true });

function referenceOf(scope: Construct, value: unknown): string | undefined {
  return isSecretValue(value) ? referenceTo(scope, value) : undefined;
}

const isSecretValue = (value: unknown): value is SecretValue => SecretValue.isSecretValue(value);

/** What the API would refuse, but for what is known only when it is deployed. */
function configFaults(schema: z.ZodType, config: Record<string, unknown>): Fault[] {
  const parsed = schema.safeParse(config, { error: schemaWords });
  if (parsed.success) return [];
  const certain = parsed.error.issues.filter(({ path }) => !Token.isUnresolved(valueAt(config, path)));
  return issuesOf(certain, ['config']);
}

function valueAt(config: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((value: unknown, key) => Object(value)[key], config);
}

const isWait = (seconds: number) => Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_RETRY_WAIT_SECONDS;

function scheduleFaults(waits: readonly number[] | undefined): Fault[] {
  if (waits === undefined) return [];
  if (waits.length >= 1 && waits.length <= MAX_RETRIES && waits.every(isWait)) return [];
  const message = `must be 1 to ${MAX_RETRIES} whole numbers of seconds, each from 1 to ${MAX_RETRY_WAIT_SECONDS}`;
  return [{ path: 'retrySchedule', message }];
}
