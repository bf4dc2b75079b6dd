import type { SNSEvent } from 'aws-lambda';
import { suppressionsIn } from '../../core/directory/email-event.ts';
import type { SuppressionStore } from '../../core/directory/suppression.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';

export interface HandlerPorts {
  readonly store: Pick<SuppressionStore, 'suppress'>;
  readonly log: Log;
}

/** Writes down the addresses that SES says bounced for good or complained. What is written twice is written once. */
export function createHandler({ store, log }: HandlerPorts) {
  return async ({ Records }: SNSEvent): Promise<void> => {
    const suppressions = Records.flatMap(({ Sns }) => suppressionsIn(JSON.parse(Sns.Message)));
    for (const suppression of suppressions) {
      await store.suppress(suppression);
      const { organizationId, id, reason } = suppression;
      log({ event: 'email.suppressed', organizationId, suppressionId: id, reason });
    }
  };
}
