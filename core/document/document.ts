import type { ChannelKind } from '../channels/kinds.ts';
import type { Updates } from '../channels/updates.ts';
import type { Filter } from '../filter/filter.ts';
import type { Templates } from '../notification/field-templates.ts';
import type { Lifecycle } from '../notification/lifecycle.ts';

/** The version of documents that this router reads and writes. */
export const DOCUMENT_VERSION = 1;

/** The most channels, and the most webhooks, that one document may name. */
export const MAX_ENTRIES = 1000;

/** A link as a document writes it; without a field it is on and lets everything through. */
export interface LinkEntry {
  readonly enabled?: boolean | undefined;
  readonly filter?: Filter | null | undefined;
  /** Whether the people of the channel may answer asks and change alerts. */
  readonly answers?: boolean | undefined;
}

/** A webhook as a document writes it. What is left out is as on a webhook that nobody has configured. */
export interface WebhookEntry {
  readonly name: string;
  readonly enabled?: boolean | undefined;
  readonly requireApiKey?: boolean | undefined;
  readonly preset?: string | undefined;
  readonly templates?: Templates | undefined;
  readonly lifecycle?: Lifecycle | undefined;
  /** By the slug of the channel. */
  readonly links?: Readonly<Record<string, LinkEntry>> | undefined;
}

/** A channel as a document writes it, with `{ secret: name }` in place of each secret. */
export interface ChannelEntry {
  readonly kind: ChannelKind;
  readonly name: string;
  readonly enabled?: boolean | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly retrySchedule?: readonly number[] | undefined;
  readonly notifyOnProblems?: boolean | undefined;
  readonly updates?: Updates | undefined;
}

/** The webhooks, links and channels of an organisation, each known by its slug (contract section 10). */
export interface ConfigDocument {
  readonly version: typeof DOCUMENT_VERSION;
  readonly channels?: Readonly<Record<string, ChannelEntry>> | undefined;
  readonly webhooks?: Readonly<Record<string, WebhookEntry>> | undefined;
}
