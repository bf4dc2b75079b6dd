import type { OutgoingMessage } from '../../core/channels/outgoing-message.ts';
import type { Outcome as DeliveryOutcome } from '../../core/channels/outcome.ts';
import type { HealthStore } from '../../core/delivery/channel-health.ts';
import type { AlertHeads } from '../../core/alert/apply-change.ts';
import type { EnqueueAsk } from '../../core/ask/ask-job.ts';
import type { AskEnds, AskList } from '../../core/ask/ask-store.ts';
import type { AlertReader } from '../../core/delivery/alert-history.ts';
import type { ChangeAlertPorts } from '../../core/delivery/change-alert.ts';
import type { BodyReader } from '../../core/message/payload.ts';
import type { ShowRequests } from '../../core/delivery/shown-requests.ts';
import type { MessageReader } from '../../core/delivery/message-history.ts';
import type { TestSend } from '../../core/sending/test-webhook.ts';
import type { RedeliverPorts } from '../../core/sending/redeliver.ts';
import type { ApplyLock } from '../../core/document/apply-lock.ts';
import type { AuditStore } from '../../core/directory/audit.ts';
import type { Authenticator } from '../../core/directory/caller.ts';
import type { CollisionPause } from '../../core/directory/change.ts';
import type { AsOfPorts } from '../../core/figures/as-of.ts';
import type { Channel } from '../../core/directory/channel.ts';
import type { ChannelReader, ChannelWriter } from '../../core/directory/channel-store.ts';
import type { DailyLimitPorts } from '../../core/directory/daily-limit.ts';
import type { Generators } from '../../core/directory/generators.ts';
import type { InvitationEmail } from '../../core/directory/invitation-email.ts';
import type { OrganizationDeletionPorts } from '../../core/directory/organization-deletion.ts';
import type { OrganizationStore, TokenStore, UsageStore } from '../../core/directory/organization-store.ts';
import type { InvitationStore, MemberStore } from '../../core/directory/person-store.ts';
import type { SuppressionStore } from '../../core/directory/suppression.ts';
import type { WebhookReader, WebhookWriter } from '../../core/directory/webhook-store.ts';
import type { WebhookChangePorts } from '../../core/directory/webhooks.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';
import type { Usage } from '../../core/usage/usage.ts';

/** Everything that the management API works with. The use cases take from it what they need. */
export interface Deps extends Generators, DailyLimitPorts, Pick<RedeliverPorts, 'deliveries' | 'replays' | 'jobs'> {
  /** `{base_url}`, without a trailing slash. */
  readonly publicBaseUrl: string;
  readonly billing: 'none' | 'plans';
  readonly liveStream: 'on' | 'off';
  readonly authenticators: readonly Authenticator[];
  /** Where people sign in, and as which client; absent: nobody can. */
  readonly signIn?: { readonly issuer: string; readonly clientId: string };
  readonly store: OrganizationStore &
    TokenStore &
    UsageStore &
    WebhookReader &
    WebhookWriter &
    ChannelReader &
    ChannelWriter &
    MemberStore &
    InvitationStore &
    AuditStore &
    ApplyLock &
    SuppressionStore;
  readonly usage: { readMonths(organizationId: string, months: readonly string[]): Promise<Usage[]> };
  readonly figures: AsOfPorts['figures'] & OrganizationDeletionPorts['figures'];
  readonly newestMessages: AsOfPorts['newestMessages'];
  readonly names: {
    /** The name of a webhook or channel; undefined if it does not exist. */
    readName(organizationId: string, kind: 'webhook' | 'channel', id: string): Promise<string | undefined>;
  };
  readonly messages: MessageReader;
  readonly alerts: AlertReader;
  readonly heads: AlertHeads;
  readonly asks: AskEnds & AskList;
  /** Tells how an ask ended. */
  readonly tellAsk: EnqueueAsk;
  /** Stores messages of the router itself. */
  readonly outbox: ChangeAlertPorts['outbox'];
  readonly endAlerts: WebhookChangePorts['endAlerts'];
  readonly bodies: BodyReader;
  readonly backoff: CollisionPause;
  readonly health: Pick<HealthStore, 'clear'>;
  /** Makes one delivery attempt, for channel tests. */
  readonly send: (channel: Channel, message: OutgoingMessage) => Promise<DeliveryOutcome>;
  /** Sends to a webhook as a sender would. */
  readonly testSend: TestSend;
  /** What a delivery would send now. */
  readonly showRequests: ShowRequests;
  /** Writes an invitation to somebody by email. */
  readonly invite: (email: InvitationEmail) => Promise<DeliveryOutcome>;
  /** Makes sure that an invited address can sign in; absent: the issuer does. */
  readonly openAccount?: (email: string) => Promise<boolean>;
  /** Why an address must not be called; absent: it may. */
  readonly refusalOf: (url: string) => string | undefined;
  /** Says why a queue, topic or bus must not be named; absent: it may. */
  readonly destinationRefusalOf: (name: string) => string | undefined;
  readonly log: Log;
}
