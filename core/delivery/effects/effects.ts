import type { AlertView, Post } from '../../channels/alert-view.ts';
import type { AskShown } from '../../channels/ask-shown.ts';
import type { OutgoingMessage } from '../../channels/outgoing-message.ts';
import type { Outcome } from '../../channels/outcome.ts';
import type { Channel } from '../../directory/channel.ts';
import type { ChannelHealth } from '../channel-health.ts';
import type { DeliverPolicy, DeliverPorts } from '../delivery-ports.ts';
import type { Progress } from '../send-each.ts';
import { noticeSlow } from './notice-slow.ts';
import { recordHealth, type SentAttempt } from './record-health.ts';

/** One message on its way to one channel. */
interface Dispatch {
  readonly channel: Channel;
  /** What was known of the channel before. */
  readonly health: ChannelHealth | undefined;
  readonly outgoing: OutgoingMessage;
  readonly progress: Progress;
  /** The alert that is shown, and in which post, or the ask; absent: the message stands for itself. */
  readonly shown: { readonly alert?: AlertView; readonly post?: Post; readonly ask?: AskShown };
}

/** What an attempt does outside its own row. */
export interface Effects {
  /** Sends, and acts on what the answer says of the channel: recipients that are gone, a destination that is. */
  send(dispatch: Dispatch): Promise<Outcome>;
  /** Keeps the health of the channel once the row is written. Never throws. */
  recordHealth(attempt: SentAttempt): Promise<void>;
}

/** Creates the effects of attempts. */
export function createEffects(ports: DeliverPorts, { hasSlowLane }: DeliverPolicy): Effects {
  const { send, noteRecipients, switchOff, health: store } = ports.effects;
  const watching = { ...ports, health: store };

  /** What is not noted now is noted by a later attempt. */
  async function note(channel: Channel, { reached = [], gone = [] }: Outcome): Promise<void> {
    if (reached.length + gone.length === 0) return;
    try {
      await noteRecipients?.(channel, { reached, gone });
    } catch (error) {
      ports.log({ event: 'recipients.unrecorded', channelId: channel.id, error: String(error) });
    }
  }

  async function sendNow({ channel, outgoing, progress, shown }: Dispatch): Promise<Outcome> {
    const outcome = await send(channel, outgoing, { ...progress, ...shown });
    await note(channel, outcome);
    if (outcome.kind === 'failed' && outcome.disableChannel !== undefined) {
      await switchOff(channel, outcome.disableChannel);
    }
    return outcome;
  }

  return {
    async send(dispatch) {
      const { channel, health } = dispatch;
      const sending = () => sendNow(dispatch);
      return hasSlowLane ? noticeSlow(watching, { channel, health, sending }) : sending();
    },
    recordHealth: async (attempt) => recordHealth({ ...watching, switchOff }, attempt),
  };
}
