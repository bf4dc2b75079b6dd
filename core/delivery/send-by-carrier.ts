import { carrierOf } from '../channels/kinds.ts';
import type { Send } from './send.ts';

/** Makes one attempt here, or, for calls of AWS services, in the function that holds the rights to them. */
export function sendByCarrier(senders: { readonly overHttp: Send; readonly byAws: Send }): Send {
  return async (channel, message) =>
    carrierOf(channel.kind) === 'aws' ? senders.byAws(channel, message) : senders.overHttp(channel, message);
}
