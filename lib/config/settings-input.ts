/** A setting as somebody writes it down. */
type Written = string | number;

/**
 * The settings of a router, by the names that they have everywhere: in the context of the CDK, as environment variables
 * of the local runner, in `docs/settings.md`. Each has a default of its own; one that is not allowed fails the synthesis with
 * one line.
 */
export interface SettingsInput {
  /** `none`, or `plans` to count sends against monthly quotas. @default 'none' */
  readonly BILLING?: Written;
  /** Bytes of a request body, after decoding; larger sends get 413. At most 4194304. @default 1048576 */
  readonly WEBHOOK_MAX_BODY_BYTES?: Written;
  /** How often a notification may be forwarded before it counts as a loop. @default 3 */
  readonly WEBHOOK_MAX_HOPS?: Written;
  /** Seconds before each retry, comma-separated. @default '5,30,120,600,1800,7200,18000,36000' */
  readonly RETRY_SCHEDULE?: Written;
  /** Private ranges that outgoing calls may reach, comma-separated. @default none */
  readonly OUTBOUND_ALLOWED_CIDRS?: Written;
  /** The start of every address in an answer. @default the router's own domain, or that of CloudFront */
  readonly PUBLIC_BASE_URL?: Written;
  /** The router's own domain; needs `CERTIFICATE_ARN`. @default that of CloudFront */
  readonly DOMAIN_NAME?: Written;
  /** The certificate of that domain, in us-east-1. @default none */
  readonly CERTIFICATE_ARN?: Written;
  /** Requests from one address in five minutes; above that, a firewall answers 429. @default no firewall, which costs */
  readonly WAF_RATE_LIMIT?: Written;
  /** How many invocations may deliver at the same time, 6 to 1000. @default 80 */
  readonly DELIVERY_CONCURRENCY?: Written;
  /** Invocations that Lambda keeps free for sends. @default none, because a new account has none to spare */
  readonly INGEST_RESERVED_CONCURRENCY?: Written;
  /** ARNs, with `*` and `?`, of the topics, queues and buses that channels may send to, comma-separated. @default none */
  readonly AWS_TARGETS?: Written;
  /** ARNs of the state machines whose tasks may wait for the answer to an ask, comma-separated. @default none */
  readonly STEP_FUNCTIONS?: Written;
  /** `on` lets stacks of other CDK apps, in the account and Region, make webhooks and channels. @default 'off' */
  readonly OTHER_APPS?: Written;
  /** Names of the secrets by which CloudFront proves itself; change it only to replace one. @default '1' */
  readonly ORIGIN_SECRETS?: Written;
  /** The SNS topic that alarms are sent to, in the Region of the router. @default none */
  readonly ALARM_TOPIC_ARN?: Written;
  /** `on` samples invocations into X-Ray, which costs more than they do. @default 'off' */
  readonly TRACING?: Written;
  /** The sender of mail from channels that name none. @default such channels send no mail */
  readonly EMAIL_FROM?: Written;
  /** `off` leaves out the Live Stream service, the only part that costs while nothing happens. @default 'on' */
  readonly LIVE_STREAM?: Written;
  /** `kinesis` allows more than two stream tasks. @default 'dynamodb' */
  readonly LIVE_STREAM_SOURCE?: Written;
  /** Tasks that serve streams at the same time, 1 or 2; with Kinesis, the fewest. @default 1 */
  readonly STREAM_TASKS?: Written;
  /** Ids of two zones that CloudFront reaches, such as `use1-az1,use1-az2`. @default the first two of the Region */
  readonly STREAM_ZONES?: Written;
  /** Streams of one channel that may be open. @default 20 */
  readonly STREAM_MAX_PER_CHANNEL?: Written;
  /** Streams of one address that may be open. @default 20 */
  readonly STREAM_MAX_PER_IP?: Written;
  /** Where people sign in; needs `OIDC_CLIENT_ID`. @default the router's own Cognito user pool */
  readonly OIDC_ISSUER?: Written;
  /** The dashboard's client id at that issuer, as a public client. @default none */
  readonly OIDC_CLIENT_ID?: Written;
  /** Identity providers of the user pool, such as your company's SAML, comma-separated. @default none */
  readonly SIGN_IN_PROVIDERS?: Written;
}
