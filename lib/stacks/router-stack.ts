import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { IApplicationLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import type { Construct } from 'constructs';
import { exportProvider } from '../as-code/router.ts';
import type { Settings } from '../config/settings.ts';
import { Answers } from '../constructs/answering/answers.ts';
import { DeliverAws } from '../constructs/delivery/deliver-aws.ts';
import { DeliverHttp } from '../constructs/delivery/deliver-http.ts';
import { FirstAttempts } from '../constructs/delivery/first-attempts.ts';
import { DELIVER_AWS_TIMEOUT, DELIVER_HTTP_TIMEOUT } from '../constructs/delivery/limits.ts';
import { OwnDestinations } from '../constructs/delivery/own-destinations.ts';
import { Sweeper } from '../constructs/delivery/sweeper.ts';
import { Provider, type ProviderProps } from '../constructs/as-code/provider.ts';
import { BaseUrl } from '../constructs/edge/base-url.ts';
import { nameByRegion } from '../constructs/edge/regional-names.ts';
import { StreamReach } from '../constructs/edge/stream-reach.ts';
import { OriginSecret } from '../constructs/edge/origin-secret.ts';
import { DashboardSite } from '../constructs/edge/dashboard-site.ts';
import { RouterApi } from '../constructs/edge/router-api.ts';
import { EmailEvents } from '../constructs/email/email-events.ts';
import { FiguresCounter } from '../constructs/figures/figures-counter.ts';
import { Management } from '../constructs/management/management.ts';
import type { Monitoring } from '../constructs/monitoring/monitoring.ts';
import { traceFunctions } from '../constructs/monitoring/tracing.ts';
import { JobQueues } from '../constructs/queues/job-queues.ts';
import { WorkQueue } from '../constructs/queues/work-queue.ts';
import { Ingest } from '../constructs/sending/ingest.ts';
import { DashboardClient } from '../constructs/sign-in/dashboard-client.ts';
import type { People } from '../constructs/sign-in/people.ts';
import type { SignIn } from '../constructs/sign-in/sign-in.ts';
import type { Storage } from '../constructs/storage/storage.ts';

/** What the router stack takes from the others. */
export interface RouterStackProps extends StackProps {
  readonly storage: Storage;
  readonly settings: Settings;
  /** Who may sign in. @default the people of the issuer in the settings */
  readonly people?: People;
  /** @default streams are answered with 503 */
  readonly liveStream?: IApplicationLoadBalancer;
  /** ARN of the web ACL in front of everything. @default none */
  readonly webAclArn?: string;
}

/** Everything that takes, routes, delivers and manages notifications, behind one base URL. It holds no data. */
export class RouterStack extends Stack {
  /** The value of `{base_url}`, without a trailing slash. */
  readonly publicBaseUrl: string;
  private readonly providerProps: ProviderProps;
  private madeProvider: Provider | undefined;

  constructor(scope: Construct, id: string, props: RouterStackProps) {
    super(scope, id, { ...props, description: 'Notification router: sending, delivering, managing' });
    const { storage, settings } = props;
    const queues = jobQueues(this);
    const api = new RouterApi(this, 'Api');
    const dashboard = new DashboardSite(this, 'Dashboard', { connectTo: issuerOrigins(props) });
    const originSecret = new OriginSecret(this, 'OriginSecret', { names: settings.ORIGIN_SECRETS });
    const originSecrets = originSecret.accepted;
    const { url, domainName } = new BaseUrl(this, 'BaseUrl', { ...props, api, dashboard, originSecret });
    if (props.liveStream !== undefined)
      new StreamReach(this, 'LiveStreamReach', { domainName, monitoring: UNREACHABLE });
    const publicBaseUrl = settings.PUBLIC_BASE_URL ?? url;
    const own = new OwnDestinations(this, settings.ALARM_TOPIC_ARN);
    this.publicBaseUrl = publicBaseUrl;
    const delivery = { storage, queues, settings, publicBaseUrl, own };
    // The distribution's own domain keeps working beside the router's.
    const baseUrls = [...new Set([publicBaseUrl, url, `https://${domainName}`])];
    const signIn = signInOf(this, { ...props, baseUrls });
    const emailEvents = new EmailEvents(this, 'EmailEvents', { storage });
    new FirstAttempts(this, 'FirstAttempts');
    new DeliverHttp(this, 'DeliverHttp', delivery);
    const deliverAws = new DeliverAws(this, 'DeliverAws', { ...delivery, emailEvents });
    new Sweeper(this, 'Sweeper', delivery);
    new FiguresCounter(this, 'Figures', { storage });
    const ingest = new Ingest(this, 'Ingest', { storage, queues, settings, publicBaseUrl, originSecrets }).handler;
    api.routeSending(ingest);
    api.routeAnswers(new Answers(this, 'Answers', { storage, queues, settings, publicBaseUrl, originSecrets }).handler);
    const accounts = accountsOf(props);
    const management = { ...delivery, deliverAws: deliverAws.handler, ingest, signIn, accounts, originSecrets };
    api.routeManagement(new Management(this, 'Management', management).handler);
    deliverAws.deny(own);
    nameByRegion(this);
    new CfnOutput(this, 'PublicBaseUrl', { value: publicBaseUrl, description: 'Base URL for senders and readers' });
    new CfnOutput(this, 'DistributionDomain', { value: domainName, description: 'What DOMAIN_NAME is an alias of' });
    this.providerProps = delivery;
    if (settings.OTHER_APPS === 'on') exportProvider(this, this.provider);
  }

  /** Makes what webhooks and channels in code declare. A router that has none in code has no such function. */
  get provider(): Provider {
    this.madeProvider ??= this.makeProvider();
    return this.madeProvider;
  }

  private makeProvider(): Provider {
    const provider = new Provider(this, 'Provider', this.providerProps);
    if (this.providerProps.settings.TRACING === 'on') traceFunctions(provider);
    return provider;
  }
}

const UNREACHABLE: Monitoring = {
  kind: 'alarm',
  severity: 'critical',
  harm: 'CloudFront does not get through to the streams, so nobody can read one.',
  runbook: 'Streams are down',
};

/** The origins that the dashboard calls to sign somebody in, for its content security policy. */
function issuerOrigins({ people, settings }: RouterStackProps): readonly string[] {
  if (people !== undefined) return people.origins;
  return settings.OIDC_ISSUER === undefined ? [] : [new URL(settings.OIDC_ISSUER).origin];
}

/** A company's directory decides who may sign in: a second account would outlive its decision. */
const accountsOf = ({ people, settings }: RouterStackProps): People | undefined =>
  settings.SIGN_IN_PROVIDERS.length === 0 ? people : undefined;

/** The issuer of the settings, or the user pool of the data stack with the dashboard as its client. */
const signInOf = (
  scope: Construct,
  { people, settings, baseUrls }: RouterStackProps & { readonly baseUrls: readonly string[] },
): SignIn =>
  people === undefined
    ? { issuer: settings.OIDC_ISSUER ?? '', clientId: settings.OIDC_CLIENT_ID ?? '' }
    : new DashboardClient(scope, 'SignIn', {
        pool: people.pool,
        baseUrls,
        providers: settings.SIGN_IN_PROVIDERS,
      });

const jobQueues = (scope: Construct): JobQueues => {
  const outbound = new WorkQueue(scope, 'Outbound', {
    consumerTimeout: DELIVER_HTTP_TIMEOUT,
    monitoring: {
      kind: 'alarm',
      severity: 'critical',
      harm: 'Notifications are delivered late, or were given up.',
      runbook: 'Jobs wait too long',
    },
  });
  const slow = new WorkQueue(scope, 'Slow', {
    consumerTimeout: DELIVER_HTTP_TIMEOUT,
    deadLettersOf: outbound,
    monitoring: { kind: 'none', reason: 'What waits here waits for a slow destination, whose deliveries say so.' },
  });
  const aws = new WorkQueue(scope, 'Aws', {
    consumerTimeout: DELIVER_AWS_TIMEOUT,
    monitoring: {
      kind: 'alarm',
      severity: 'critical',
      harm: 'Notifications by email, SMS and AWS services are delivered late, or were given up.',
      runbook: 'Jobs wait too long',
    },
  });
  return new JobQueues({ outbound, slow, aws });
};
