import { type Environment, type Stack, Stage, Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ImportedRouter, type IRouter, type ResourceProvider } from './as-code/router.ts';
import { pinFeatureFlags } from './config/feature-flags.ts';
import { withRunnerSettings } from './config/runner-settings.ts';
import { InvalidSetting, settingsFrom, type Settings } from './config/settings.ts';
import type { SettingsInput } from './config/settings-input.ts';
import { sendAlarmsTo } from './constructs/monitoring/alarm-topic.ts';
import { traceFunctions } from './constructs/monitoring/tracing.ts';
import { DataStack } from './stacks/data-stack.ts';
import { FirewallStack } from './stacks/firewall-stack.ts';
import { LiveStreamStack } from './stacks/live-stream-stack.ts';
import { ObservabilityStack } from './stacks/observability-stack.ts';
import { RouterStack } from './stacks/router-stack.ts';

/** How a router differs from the default one. */
export interface NotificationRouterProps {
  /** By their public names, as `docs/settings.md` lists them. @default each setting has a default of its own */
  readonly settings?: SettingsInput;
  /** Account and Region of its stacks. @default those of the credentials that deploy */
  readonly env?: Environment;
}

/**
 * A whole notification router: one construct that adds the router's stacks to an app or a stage. Several can run side
 * by side; each owns its tables, its queues and its base URL.
 *
 * Its stacks are named after the stage and the construct's id, so neither must change once it is deployed: another
 * name means other, empty tables.
 */
export class NotificationRouter extends Construct implements IRouter {
  /**
   * The router of another app, for webhooks and channels in code. It is in the account and Region of this stack, and its
   * setting `OTHER_APPS` is `on`.
   *
   * @param stackName of its main stack, such as `NotificationRouter`
   * @throws InvalidDeclaration for what cannot be the name of a stack, and under the local runner.
   */
  static fromStackName(scope: Construct, id: string, stackName: string): IRouter {
    return new ImportedRouter(scope, id, stackName);
  }

  /** What must outlive an upgrade: tables, bodies, people and the key of secrets. */
  readonly data: Stack;
  /** The Live Stream service; absent when the setting `LIVE_STREAM` is off. */
  readonly liveStream: Stack | undefined;
  /** The web ACL that CloudFront asks first; absent without the setting `WAF_RATE_LIMIT`. */
  readonly firewall: Stack | undefined;
  /** Everything else, behind one base URL. */
  readonly router: Stack;
  /** What operators look at. */
  readonly observability: Stack;
  /** Where senders send and readers read, without a trailing slash. */
  readonly publicBaseUrl: string;
  /** The name of the stack `router`, by which other apps know it. */
  readonly stackName: string;
  /** Its account and Region, such as `aws://111122223333/eu-west-1`. */
  readonly environment: string;
  private readonly makeProvider: () => ResourceProvider;

  /** @throws InvalidSetting with one line on the first setting that is not allowed; it has added no stack by then. */
  constructor(scope: Construct, id: string, props: NotificationRouterProps = {}) {
    const settings = settingsFrom(withRunnerSettings(scope.node, props.settings));
    super(scope, id);
    pinFeatureFlags(this.node);
    const stage = Stage.of(this);
    const region = props.env?.region ?? stage?.region;
    checkAlarmTopic(settings, region);
    checkStateMachines(settings, region, props.env?.account ?? stage?.account);
    const name = [stage?.stageName ?? '', id].filter((part) => part !== '').join('-');
    const env = props.env === undefined ? {} : { env: props.env };
    const data = new DataStack(this, 'Data', { ...env, stackName: `${name}Data`, ...stored(settings) });
    const liveStream =
      settings.LIVE_STREAM === 'off'
        ? undefined
        : new LiveStreamStack(this, 'LiveStream', { ...env, stackName: `${name}LiveStream`, storage: data, settings });
    const firewall =
      settings.WAF_RATE_LIMIT === undefined
        ? undefined
        : new FirewallStack(this, 'Firewall', {
            ...env,
            stackName: `${name}Firewall`,
            rateLimit: settings.WAF_RATE_LIMIT,
          });
    this.data = data;
    this.liveStream = liveStream;
    this.firewall = firewall;
    const router = new RouterStack(this, 'Router', {
      ...env,
      stackName: name,
      storage: data,
      settings,
      ...(data.people !== undefined && { people: data.people }),
      ...(firewall !== undefined && { webAclArn: firewall.webAclArn }),
      ...(liveStream !== undefined && { liveStream: liveStream.loadBalancer }),
    });
    this.router = router;
    this.publicBaseUrl = router.publicBaseUrl;
    this.stackName = name;
    this.environment = router.environment;
    this.makeProvider = () => router.provider;
    if (firewall !== undefined) router.addStackDependency(firewall);
    this.observability = new ObservabilityStack(this, 'Observability', {
      ...env,
      stackName: `${name}Observability`,
      watched: [data, this.router, ...(liveStream === undefined ? [] : [liveStream])],
    });
    if (settings.ALARM_TOPIC_ARN !== undefined) sendAlarmsTo(settings.ALARM_TOPIC_ARN, this);
    if (settings.TRACING === 'on') traceFunctions(this);
  }

  /** Makes what webhooks and channels in code declare; the router has this function from the first of them on. */
  get provider(): ResourceProvider {
    return this.makeProvider();
  }
}

/** CloudWatch sends alarms only to topics in their own Region. A Region from the credentials is unknown here. */
function checkAlarmTopic({ ALARM_TOPIC_ARN: arn }: Settings, region: string | undefined): void {
  if (arn === undefined || region === undefined || Token.isUnresolved(region)) return;
  if (arn.split(':')[3] === region) return;
  throw new InvalidSetting('ALARM_TOPIC_ARN', arn, `it must lie in ${region}, where the alarms are`);
}

const isElsewhere = (here: string | undefined, there: string | undefined) =>
  here !== undefined && !Token.isUnresolved(here) && !Token.isUnresolved(there) && here !== there;

/** Step Functions lets nobody end a task from another account or Region. */
function checkStateMachines({ STEP_FUNCTIONS: arns }: Settings, ...[region, account]: (string | undefined)[]): void {
  for (const arn of arns) {
    const [, , , itsRegion, itsAccount] = arn.split(':');
    if (!isElsewhere(region, itsRegion) && !isElsewhere(account, itsAccount)) continue;
    throw new InvalidSetting('STEP_FUNCTIONS', arn, 'it must lie in the account and Region of the router');
  }
}

/** What the settings say about the data stack. */
const stored = ({ OIDC_ISSUER, LIVE_STREAM, LIVE_STREAM_SOURCE }: Settings) => ({
  hasOwnPeople: OIDC_ISSUER === undefined,
  hasKinesis: LIVE_STREAM === 'on' && LIVE_STREAM_SOURCE === 'kinesis',
});
