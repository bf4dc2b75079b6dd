/** Says that the end of an ask is to be told. It only points at the ask. */
export interface AskJob {
  readonly organizationId: string;
  readonly askId: string;
}

/** Takes a job after so many seconds. What it loses is found by the sweeper, so it never rejects. */
export type EnqueueAsk = (job: AskJob, delaySeconds: number) => Promise<void>;
