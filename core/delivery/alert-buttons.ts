import { pressUrlOf } from '../ask/addresses.ts';
import { type AlertChoice, alertTokenOf } from '../channels/alert-button.ts';
import type { AlertView, Post } from '../channels/alert-view.ts';
import type { PressButton } from '../channels/press-buttons.ts';
import type { Channel } from '../directory/channel.ts';
import { pressSecretOf } from '../directory/press-secret.ts';

/** What is shown of an alert in a channel. */
interface Shown {
  readonly alert?: AlertView;
  readonly post?: Post;
}

interface Place {
  readonly channel: Channel;
  /** The people of the channel may answer there. */
  readonly answers: boolean;
  /** `{base_url}`, without a trailing slash. */
  readonly publicBaseUrl: string;
}

/**
 * The same with buttons, where the people of the channel may change the alert. Only in posts that follow the alert: on
 * others the buttons would stay when it is over.
 *
 * @see contract section 8
 */
export function withAlertButtons(shown: Shown, { channel, answers, publicBaseUrl }: Place): Shown {
  const { alert, post } = shown;
  if (alert === undefined || post === undefined || post.continued === true) return shown;
  const secret = answers ? pressSecretOf(channel) : undefined;
  if (secret === undefined || alert.status === 'resolved') return shown;
  const buttonOf = (status: AlertChoice): PressButton => ({
    ...LOOKS[status],
    token: alertTokenOf(secret, { alertId: alert.id, channelId: channel.id, status }),
  });
  const choices: AlertChoice[] = alert.status === 'firing' ? ['acknowledged', 'resolved'] : ['resolved'];
  const presses = { url: pressUrlOf(publicBaseUrl, channel.id), secret };
  return { ...shown, alert: { ...alert, pressed: { buttons: choices.map(buttonOf), presses } } };
}

const LOOKS: Readonly<Record<AlertChoice, Pick<PressButton, 'label' | 'style'>>> = {
  acknowledged: { label: 'Acknowledge', style: 'primary' },
  resolved: { label: 'Resolve' },
};
