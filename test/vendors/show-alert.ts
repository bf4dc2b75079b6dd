import type { AlertView, Post } from '../../core/channels/alert-view.ts';
import { createSend } from '../../core/delivery/send.ts';
import { alertView } from './alerts.ts';
import type { Board } from './board.ts';
import { type FlatMessage, MESSAGE_URL, outgoing } from './notifications.ts';
import { channelOf, NOW } from './send-to.ts';
import { type FakeVendor, responseOf, seen, type VendorRequest } from './vendor.ts';

/** A post that is to be made, with some fields changed. */
export function post(changes: Partial<Post> = {}): Post {
  return { id: 'dlv_00000000000000000000000000000001', version: 1, ...changes };
}

/** What is shown, and how the channel and the vendor's answers differ from the ordinary ones. */
export interface Showing {
  readonly alert?: AlertView;
  readonly post?: Post;
  readonly message?: Partial<FlatMessage>;
  readonly config?: object;
  readonly answer?: FakeVendor['answer'];
}

/** Shows an alert through the whole of the router's sending, with the board in place of the network. */
export async function showAlert(vendor: FakeVendor, board: Board, showing: Showing = {}) {
  const { alert = alertView(), post: shown = post(), message, config, answer = board.answer } = showing;
  const requests: VendorRequest[] = [];
  const send = createSend({
    http: {
      send: async (request) => {
        const received = seen(request);
        requests.push(received);
        return responseOf(answer(received));
      },
    },
    now: () => NOW,
    messageUrl: () => MESSAGE_URL,
  });
  const outcome = await send(channelOf(vendor, config), outgoing(message), { alert, post: shown });
  const reference = outcome.kind === 'delivered' ? outcome.reference : undefined;
  return { outcome, reference, requests };
}
