/** Who or what changed an alert. */
export interface AlertActor {
  readonly type: 'sender' | 'user' | 'token' | 'channel' | 'system';
  readonly id?: string;
  /** As people know it: may hold any text. */
  readonly name?: string;
}

/** What kinds show of an alert beside a message of it. Times are epoch milliseconds. */
export interface AlertView {
  /** `al_` + ULID: another one in every episode. */
  readonly id: string;
  readonly status: 'firing' | 'acknowledged' | 'resolved';
  /** Firing messages so far. */
  readonly count: number;
  readonly firstAt: number;
  readonly acknowledged?: { readonly by: AlertActor; readonly until?: number };
  readonly resolved?: { readonly at: number; readonly by: AlertActor };
}
