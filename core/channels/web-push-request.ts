/** Where a browser gets its messages, as it said itself when it subscribed. */
export interface PushSubscription {
  /** Secret: whoever knows it and the keys may send. */
  readonly endpoint: string;
  /** Public key of the browser, base64url of 65 bytes. */
  readonly p256dh: string;
  /** Secret that both sides share, base64url of 16 bytes. */
  readonly auth: string;
}

/** A message to one browser as data; the adapter encrypts and signs it, both with fresh randomness. */
export interface WebPushRequest {
  readonly kind: 'web-push';
  /** The id of the subscription in the channel's config. */
  readonly recipient: string;
  readonly subscription: PushSubscription;
  /** The channel's key pair (base64url), and whom a push service may contact about it. */
  readonly vapid: { readonly publicKey: string; readonly privateKey: string; readonly subject: string };
  /** At most 3,993 bytes: encrypted, that fits into the 4,096 that push services take. */
  readonly payload: string;
  /** How long a push service keeps the message for a browser that is offline. */
  readonly ttlSeconds: number;
  readonly urgency: 'very-low' | 'low' | 'normal' | 'high';
  /** At most 32 characters of base64url: a message replaces an earlier one of the same topic that still waits. */
  readonly topic: string;
  /** Further headers, lower-cased names: they replace none that push services know. */
  readonly headers?: Readonly<Record<string, string>>;
}
