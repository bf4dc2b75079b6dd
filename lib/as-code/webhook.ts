import { Fn } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { ApiDestination, Authorization, Connection } from 'aws-cdk-lib/aws-events';
import { SecretValue } from 'aws-cdk-lib';
import { SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import { UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { ChannelKind } from '../../core/channels/kinds.ts';
import { answersIssues } from '../../core/directory/link.ts';
import { MAX_LINKS_PER_WEBHOOK } from '../../core/directory/webhook.ts';
import type { PresetName } from '../../core/notification/presets/preset-names.ts';
import { acknowledge } from '../constructs/acknowledge.ts';
import { AskSender } from './ask-sender.ts';
import { ChannelResource, type IChannel } from './channel-resource.ts';
import type { Filter } from './filter.ts';
import type { Fault } from './invalid.ts';
import { isSameRouter } from './router.ts';
import { referenceTo } from './secrets.ts';
import { StackResource, type StackResourceProps } from './stack-resource.ts';
import { type LifecycleProps, lifecycleFaults, templateFaults, type TemplatesProps } from './template-faults.ts';

/** A channel of a webhook. */
export interface LinkProps {
  readonly channel: IChannel;
  /** Which notifications reach it. @default all */
  readonly filter?: Filter;
  /** @default true */
  readonly enabled?: boolean;
  /** Whether the people of the channel may answer asks, and acknowledge alerts, where they read them. @default false */
  readonly answers?: boolean;
}

/** A webhook as a stack declares it. */
export interface WebhookProps extends StackResourceProps {
  /** How it reads what a known sender sends. Another preset is another webhook, with another URL. @default it guesses */
  readonly preset?: PresetName;
  /** Liquid templates that map fields of the body. @default none */
  readonly templates?: TemplatesProps;
  /** Groups messages into alerts. @default its messages are no alerts */
  readonly lifecycle?: LifecycleProps;
  /** Whether senders need a key, which is issued on the page or by the API: stacks hold none. @default false */
  readonly requireApiKey?: boolean;
  /** @default none */
  readonly links?: readonly LinkProps[];
}

/** An address that takes notifications, declared by a stack: created, changed in place and deleted with it. */
export class Webhook extends StackResource {
  /** `{base_url}/n/…`, for other resources. A secret: whoever knows it can send. */
  readonly endpointUrl: string;
  /** The last part of `endpointUrl`. */
  readonly publicId: string;
  private readonly props: WebhookProps;
  private readonly publicBaseUrl: string;
  private madeTopic: Topic | undefined;
  private madeDestination: ApiDestination | undefined;
  private madeAsker: AskSender | undefined;

  /** @throws InvalidDeclaration when the API would refuse it. */
  constructor(scope: Construct, id: string, props: WebhookProps) {
    super(scope, id, props);
    this.props = props;
    const { name, enabled, requireApiKey, preset, templates, lifecycle, links = [] } = props;
    this.refuse([...templateFaults(templates), ...lifecycleFaults(lifecycle), ...linkFaults(props)]);
    const common = { name, enabled, requireApiKey, preset, templates, lifecycle };
    const resource = this.makeResource('Webhook', props, { ...common, links: links.map(linkEntry) });
    this.publicBaseUrl = props.router.publicBaseUrl ?? resource.getAttString('PublicBaseUrl');
    this.publicId = resource.getAttString('PublicId');
    this.endpointUrl = Fn.join('', [this.publicBaseUrl, '/n/', this.publicId]);
  }

  /**
   * A topic whose messages arrive at this webhook, for everything that speaks SNS. The router checks its signatures and
   * confirms the subscription by itself.
   *
   * @throws InvalidDeclaration unless the preset is `aws-sns`, and no key is required: SNS sends none.
   */
  get topic(): Topic {
    this.madeTopic ??= this.makeTopic();
    return this.madeTopic;
  }

  /**
   * This webhook as a destination of EventBridge; `RouterTarget` makes it a target of a rule.
   *
   * @throws InvalidDeclaration when a key is required: rules send none.
   */
  get destination(): ApiDestination {
    this.madeDestination ??= this.makeDestination();
    return this.madeDestination;
  }

  /**
   * The function that asks at this webhook for state machines of Step Functions; `AskTask` makes a task of it.
   *
   * @param apiKey the key of this webhook, in Secrets Manager or a SecureString parameter
   * @throws InvalidDeclaration unless a key is required, and the people of a channel may answer.
   */
  asker(apiKey: SecretValue): IFunction {
    const reference = referenceTo(this, apiKey);
    this.refuse([...askFaults(this.props), ...keyFaults(reference, this.madeAsker?.reference)]);
    this.madeAsker ??= new AskSender(this, 'Ask', this.publicBaseUrl, reference ?? '');
    return this.madeAsker;
  }

  private makeTopic(): Topic {
    this.refuse([
      ...this.keyFaults('a topic'),
      ...(this.props.preset === 'aws-sns' ? [] : [{ path: 'preset', message: 'must be "aws-sns" for a topic' }]),
    ]);
    const topic = new Topic(this, 'Topic');
    const { endpointUrl } = this;
    const subscription = topic.addSubscription(
      new UrlSubscription(endpointUrl, { protocol: SubscriptionProtocol.HTTPS }),
    );
    acknowledge(topic, {
      'AwsSolutions-SNS3':
        'AWS services publish here, over TLS; a policy of its own would shut out those of the account.',
      'Serverless-SNSRedrivePolicy': 'SNS repeats for days, and the router answers 2xx once it has stored a message.',
    });
    acknowledge(subscription, {
      'Serverless-SNSRedrivePolicy': 'SNS repeats for days, and the router answers 2xx once it has stored a message.',
    });
    return topic;
  }

  private makeDestination(): ApiDestination {
    this.refuse(this.keyFaults('a rule'));
    return new ApiDestination(this, 'Destination', {
      connection: new Connection(this, 'Connection', {
        // A mark, no secret: connections must have some authorization, and the address is all that a sender needs.
        authorization: Authorization.apiKey('x-sent-by', SecretValue.unsafePlainText('eventbridge')),
      }),
      endpoint: this.endpointUrl,
    });
  }

  private keyFaults(sender: string): Fault[] {
    if (this.props.requireApiKey !== true) return [];
    return [{ path: 'requireApiKey', message: `must be false for ${sender}, which sends no key` }];
  }
}

function askFaults({ requireApiKey, links = [] }: WebhookProps): Fault[] {
  const isAnswered = links.some(({ answers, enabled }) => answers === true && enabled !== false);
  return [
    ...(requireApiKey === true ? [] : [{ path: 'requireApiKey', message: 'must be true for asking' }]),
    ...(isAnswered ? [] : [{ path: 'links', message: 'must have one with "answers" for asking' }]),
  ];
}

function keyFaults(reference: string | undefined, other: string | undefined): Fault[] {
  if (reference === undefined) {
    return [{ path: 'apiKey', message: 'must be a SecretValue of Secrets Manager or of a SecureString parameter' }];
  }
  const isAnother = other !== undefined && other !== reference;
  return isAnother ? [{ path: 'apiKey', message: 'is not that of the other tasks of this webhook' }] : [];
}

const linkEntry = ({ channel, filter, enabled, answers }: LinkProps) => ({
  channel: channel.channelRef,
  enabled,
  answers,
  filter: filter?.toJSON(),
});

function linkFaults({ links = [], router }: WebhookProps): Fault[] {
  const refs = links.map(({ channel }) => channel.channelRef);
  const twice = refs.findIndex((ref, index) => refs.indexOf(ref) < index);
  const foreign = links.findIndex(
    ({ channel }) => channel instanceof StackResource && !isSameRouter(channel.router, router),
  );
  return [
    ...(links.length > MAX_LINKS_PER_WEBHOOK
      ? [{ path: 'links', message: `must be at most ${MAX_LINKS_PER_WEBHOOK}` }]
      : []),
    ...(twice === -1 ? [] : [{ path: `links[${twice}].channel`, message: 'is linked already' }]),
    ...links.flatMap(answersFaults),
    ...(foreign === -1 ? [] : [{ path: `links[${foreign}].channel`, message: 'is of another router' }]),
  ];
}

/** A channel that is only known by its slug may be of any kind. */
function answersFaults({ channel, answers }: LinkProps, index: number): Fault[] {
  if (!(channel instanceof ChannelResource)) return [];
  const issues = answersIssues(ChannelKind.parse(channel.kind), answers);
  return issues.map(({ path, message }) => ({ path: `links[${index}].${path}`, message }));
}
