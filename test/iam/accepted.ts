/** Rights that no test can need, and why they are there all the same. */
export interface Accepted {
  /** Fits the lines that are accepted, and no others. */
  readonly rights: RegExp;
  readonly reason: string;
  /** On a slow machine a test does need it, by chance: then the entry is not out of date. */
  readonly byChance?: true;
}

/** An entry that fits nothing idle any more is an error: the list must not outlive its reasons. */
export const accepted: readonly Accepted[] = [
  {
    rights: /^iam:role\/NotificationRouterLiveStream-StreamingTaskExecutionRole: Allow ecr:/,
    reason: 'ECS pulls the image with it; here the container runs from its bundle.',
  },
  {
    rights: /^iam:role\/NotificationRouter-CustomCDKBucketDeployment\w+: Allow (logs|s3):/,
    reason: "CDK's own function copies the dashboard with it while it deploys; here the files are served as staged.",
  },
  {
    rights:
      /^(iam:role\/NotificationRouter-CustomS3AutoDeleteObjects\w+: Allow logs:|s3:notificationrouter-dashboardbucket\w+: Allow s3:.* to arn:aws:iam::0{12}:role\/NotificationRouter-CustomS3AutoDeleteObjects)/,
    reason: "CDK's own function empties the dashboard's bucket with it when the stack is removed; here nothing is.",
  },
  {
    rights:
      /^iam:role\/NotificationRouter-DeliverAwsFunctionRole: Allow sqs:SendMessage on sqs:NotificationRouter-(AwsQueue|AwsDeadLetterQueue|OutboundQueue)$/,
    reason:
      'Channels of the kind sqs need the right to send to every queue. What the router itself needs is allowed beside it, so that it does not hang on a kind of channel.',
  },
  {
    rights:
      /^iam:role\/NotificationRouter-DeliverAwsFunctionRole: Allow dynamodb:(PutItem|UpdateItem) on dynamodb:table\/\S+-CountersTable$/,
    reason: 'Remembers that an AWS service takes seconds to answer, or fails for a while; those here do neither.',
    byChance: true,
  },
  {
    rights:
      /^iam:role\/NotificationRouter-IngestFunctionRole: Allow dynamodb:GetItem on dynamodb:table\/\S+-AlertsTable$/,
    reason: 'Looks where an alert stands after a write whose answer was lost, or that met another one.',
    byChance: true,
  },
  {
    rights:
      /^iam:role\/NotificationRouter-SweeperFunctionRole: Allow dynamodb:GetItem on dynamodb:table\/\S+-AlertsTable$/,
    reason: 'Announces timers of alerts: they come a minute after it began at the soonest.',
    byChance: true,
  },
  {
    rights:
      /^iam:role\/NotificationRouter-DeliverAwsFunctionRole: Allow dynamodb:(GetItem|UpdateItem|BatchWriteItem|Query) on dynamodb:\S+-(Alerts|Directory|Messages|LiveEvents)Table\S*$/,
    reason:
      'Notes what a mail or an SMS told of an alert; ends alerts and acknowledgements that have run out, and tells of it.',
    byChance: true,
  },
  {
    rights:
      /^iam:role\/NotificationRouter-SweeperFunctionRole: Allow dynamodb:GetItem on dynamodb:table\/\S+-AsksTable$/,
    reason: 'Announces asks that end in the next minute: one must be open when it runs.',
    byChance: true,
  },
  {
    rights: /^sns:NotificationRouter-EmailEventsTopic: Deny sns:Publish .* if Bool aws:securetransport false$/,
    reason: 'Nobody but SES may publish to the topic, and SES does not do it without TLS.',
  },
  {
    rights:
      /^s3:notificationrouterdata-bodiesbucket\w+: Deny s3:\* on s3:[^/]+ to \* if Bool aws:securetransport false$/,
    reason: 'Nobody may do anything with the bucket itself, only with its objects.',
  },
];
