import Bell from 'lucide-react/icons/bell';
import BellDot from 'lucide-react/icons/bell-dot';
import BellRing from 'lucide-react/icons/bell-ring';
import Brackets from 'lucide-react/icons/brackets';
import Gamepad from 'lucide-react/icons/gamepad-2';
import Hash from 'lucide-react/icons/hash';
import Layers from 'lucide-react/icons/layers';
import Mail from 'lucide-react/icons/mail';
import Megaphone from 'lucide-react/icons/megaphone';
import MessageCircle from 'lucide-react/icons/message-circle';
import MessageSquare from 'lucide-react/icons/message-square';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Phone from 'lucide-react/icons/phone';
import Radio from 'lucide-react/icons/radio';
import Rocket from 'lucide-react/icons/rocket';
import Send from 'lucide-react/icons/send';
import Siren from 'lucide-react/icons/siren';
import Smartphone from 'lucide-react/icons/smartphone';
import Users from 'lucide-react/icons/users';
import Vibrate from 'lucide-react/icons/vibrate';
import Waypoints from 'lucide-react/icons/waypoints';
import Webhook from 'lucide-react/icons/webhook';

const look = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Pictures of what a kind does. Vendors' own marks may not stand here without asking them. */
const icons = new Map([
  ['live-stream', <Radio key="live-stream" {...look} />],
  ['webhook', <Webhook key="webhook" {...look} />],
  ['slack', <Hash key="slack" {...look} />],
  ['discord', <Gamepad key="discord" {...look} />],
  ['teams', <Users key="teams" {...look} />],
  ['google-chat', <MessageSquare key="google-chat" {...look} />],
  ['mattermost', <MessageCircle key="mattermost" {...look} />],
  ['rocket-chat', <Rocket key="rocket-chat" {...look} />],
  ['zulip', <MessagesSquare key="zulip" {...look} />],
  ['matrix', <Brackets key="matrix" {...look} />],
  ['telegram', <Send key="telegram" {...look} />],
  ['whatsapp', <Phone key="whatsapp" {...look} />],
  ['twilio', <Smartphone key="twilio" {...look} />],
  ['web-push', <BellRing key="web-push" {...look} />],
  ['ntfy', <Bell key="ntfy" {...look} />],
  ['gotify', <BellDot key="gotify" {...look} />],
  ['pushover', <Vibrate key="pushover" {...look} />],
  ['pagerduty', <Siren key="pagerduty" {...look} />],
  ['email', <Mail key="email" {...look} />],
  ['sms', <MessageSquareText key="sms" {...look} />],
  ['sns', <Megaphone key="sns" {...look} />],
  ['eventbridge', <Waypoints key="eventbridge" {...look} />],
  ['sqs', <Layers key="sqs" {...look} />],
]);

/** The picture of a kind of channel, beside its name. */
export function KindIcon({ kind }: { readonly kind: string }) {
  return <span className="kind-icon">{icons.get(kind) ?? <Send {...look} />}</span>;
}
