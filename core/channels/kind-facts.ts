import type { ChannelKind } from './kinds.ts';

/** The vendor's limits; absent if it states none. `GET /channel-kinds` shows them. */
interface VendorLimits {
  /** Unicode code points. */
  readonly titleCharacters?: number;
  /** Unicode code points. */
  readonly messageCharacters?: number;
  readonly bodyBytes?: number;
  /** Default pace per destination; absent: none. */
  readonly requestsPerSecond?: number;
  /** Requests that may go at once before the pace applies. */
  readonly burst?: number;
}

/** What every kind says about itself. Fields are paths into `config`; `headers.*` means each value of that record. */
export interface KindFacts {
  readonly kind: ChannelKind;
  readonly title: string;
  readonly description: string;
  /** Encrypted at rest, masked in every answer and log. */
  readonly secrets: readonly string[];
  /** Secrets that the router makes when an operator leaves them out. */
  readonly makes: readonly string[];
  /** Stored, but neither shown nor taken from an operator. */
  readonly internal: readonly string[];
  /** Addresses that the outbound guard checks when they are saved. */
  readonly urls: readonly string[];
  /** Addresses and ARNs of the organisation's AWS resources, which must not be the router's own. */
  readonly destinations: readonly string[];
  /**
   * The API of the vendor that requests go to unless the config names another. Only requests to its origin go without
   * the hop path: any other address may be a webhook of ours.
   */
  readonly vendorApi?: string;
  readonly limits: VendorLimits;
  /** Its requests may go to a webhook of the router itself, which recognises a notification that goes in circles. */
  readonly mayForward: boolean;
  /** Its vendor tells the router of presses of buttons: it proves that it is the vendor, and says who pressed. */
  readonly tellsPresses: boolean;
  /** The email addresses that a stored config writes to, in lower case: those suppressed among them get no mail. */
  readonly mailTo?: (config: unknown) => string[];
}
