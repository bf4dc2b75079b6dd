import { type MailContext, mailTo } from '../channels/email.ts';
import type { Channel } from '../directory/channel.ts';

/** What mails depend on beside their message and their channel. */
export interface MailContextPorts {
  /** The sender of channels that have none of their own. */
  readonly from?: string;
  readonly suppressions: {
    /** Which of these addresses an organisation must not write to, in lower case. */
    suppressedAmong(organizationId: string, addresses: readonly string[]): Promise<string[]>;
  };
}

/** Looks up what the mails of a channel need. */
export function createMailContext({ suppressions, ...setting }: MailContextPorts) {
  return async function mailContext({ id, organizationId, config }: Channel): Promise<MailContext> {
    const suppressed = await suppressions.suppressedAmong(organizationId, mailTo(config));
    return { ...setting, suppressed, channel: { organizationId, id } };
  };
}
