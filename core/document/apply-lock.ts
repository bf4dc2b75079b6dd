/** Keeps two documents from being applied to one organisation at the same time. */
export interface ApplyLock {
  /**
   * Whether the lock is the holder's now, for a while: not if another has it.
   *
   * @param lock `at` and `until` in epoch milliseconds
   */
  lockApply(lock: {
    readonly organizationId: string;
    readonly holder: string;
    readonly at: number;
    readonly until: number;
  }): Promise<boolean>;
  /** Frees the lock if it is the holder's. */
  unlockApply(organizationId: string, holder: string): Promise<void>;
}
