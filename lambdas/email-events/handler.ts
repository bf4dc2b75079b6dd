import type { SNSEvent } from 'aws-lambda';
import { entryOf, type EntryPorts, systemAct } from '../../core/directory/audit.ts';
import { suppressionsIn } from '../../core/directory/email-event.ts';
import type { SuppressionStore } from '../../core/directory/suppression.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';

export interface EmailEventsPorts extends EntryPorts {
  readonly store: Pick<SuppressionStore, 'suppress'>;
  readonly log: Log;
}

const reasons = { bounce: 'a mail to the address bounced for good', complaint: 'the recipient complained' } as const;

/** Writes down the addresses that SES says bounced for good or complained. What comes twice is written once. */
export function createHandler({ store, log, ...ports }: EmailEventsPorts) {
  return async ({ Records }: SNSEvent): Promise<void> => {
    const suppressions = Records.flatMap(({ Sns }) => suppressionsIn(JSON.parse(Sns.Message)));
    for (const suppression of suppressions) {
      const { organizationId, id, reason } = suppression;
      const act = systemAct('suppression.created', reasons[reason]);
      const entry = entryOf(ports, act, { organizationId, target: id, after: suppression });
      if (await store.suppress(suppression, entry)) {
        log({ event: 'email.suppressed', organizationId, suppressionId: id, reason });
      }
    }
  };
}
