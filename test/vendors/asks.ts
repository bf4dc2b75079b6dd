import type { AskShown } from '../../core/channels/ask-shown.ts';
import { BASE_URL } from './send-to.ts';

/** An open ask that people answer by buttons. */
export const openAsk: AskShown = {
  id: 'ask_01KAG20RM0ABCDEFGHJKMNPQR0',
  url: `${BASE_URL}/a/token`,
  buttons: [
    { id: 'yes', label: 'Approve & <go>', style: 'primary', token: 'a'.repeat(64) },
    { id: 'no', label: 'Reject', style: 'danger', token: 'b'.repeat(64) },
    { id: 'later', label: 'Later', token: 'c'.repeat(64) },
  ],
  presses: { url: `${BASE_URL}/c/ch_1`, secret: 'shown-with-each-press' },
};
