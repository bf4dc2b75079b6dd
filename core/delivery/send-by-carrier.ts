import { carrierOf } from '../channels/kinds.ts';
import type { Send } from './send.ts';

/** Makes one attempt where it can be made: calls of AWS services are left to the function that holds the rights to them. */
export function sendByCarrier(senders: { readonly overHttp: Send; readonly byAws: Send }): Send {
  return async (channel, message) =>
    carrierOf(channel.kind) === 'aws' ? senders.byAws(channel, message) : senders.overHttp(channel, message);
}
