import Badge from '@cloudscape-design/components/badge';
import SideNavigation, { type SideNavigationProps } from '@cloudscape-design/components/side-navigation';
import BellRing from 'lucide-react/icons/bell-ring';
import FileCode from 'lucide-react/icons/file-code';
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import Flag from 'lucide-react/icons/flag';
import Gauge from 'lucide-react/icons/gauge';
import Inbox from 'lucide-react/icons/inbox';
import KeyRound from 'lucide-react/icons/key-round';
import Radio from 'lucide-react/icons/radio';
import ScrollText from 'lucide-react/icons/scroll-text';
import Send from 'lucide-react/icons/send';
import Settings from 'lucide-react/icons/settings';
import Users from 'lucide-react/icons/users';
import Webhook from 'lucide-react/icons/webhook';
import { useLocation } from 'react-router';
import { useOpenAlerts } from '../alerts/alert-queries.ts';
import { useOpenAsks } from '../asks/ask-queries.ts';
import type { Role } from '../api/types.ts';
import { useFollow } from './navigate.ts';

interface NavigationProps {
  readonly id: string;
  readonly role: Role;
  readonly onFollowed: () => void;
}

/** The places of an organization that its viewer may go to. */
export function Navigation({ id, role, onFollowed }: NavigationProps) {
  const { pathname } = useLocation();
  const follow = useFollow();
  const alerts = useOpenAlerts().data;
  const base = `/o/${id}/`;
  const [section = ''] = pathname.slice(base.length).split('/');
  const asks = useOpenAsks();
  return (
    <SideNavigation
      activeHref={base + section}
      items={itemsFor(role, base, {
        alerts: alerts && countOf(alerts.items.length, alerts.isAll),
        asks: asks && countOf(asks.count, !asks.isMore),
      })}
      onFollow={(event) => {
        follow(event);
        onFollowed();
      }}
    />
  );
}

/** How many are open, as far as it is known; nothing for none. */
const countOf = (count: number, isAll: boolean): string => (count === 0 ? '' : `${count}${isAll ? '' : '+'} open`);

interface OpenCounts {
  readonly alerts: string | undefined;
  readonly asks: string | undefined;
}

function itemsFor(role: Role, base: string, { alerts = '', asks = '' }: OpenCounts): SideNavigationProps.Item[] {
  const link = (text: string, path: string, Icon: typeof Gauge): SideNavigationProps.Link => ({
    type: 'link',
    text,
    href: base + path,
    icon: <Icon size={18} strokeWidth={1.75} aria-hidden />,
  });
  return [
    link('Overview', '', Gauge),
    { ...link('Alerts', 'alerts', BellRing), ...(alerts !== '' && { info: <Badge color="red">{alerts}</Badge> }) },
    link('Messages', 'messages', Inbox),
    {
      ...link('Asks', 'asks', MessageCircleQuestion),
      ...(asks !== '' && { info: <Badge color="blue">{asks}</Badge> }),
    },
    link('Live', 'live', Radio),
    link('Webhooks', 'webhooks', Webhook),
    link('Channels', 'channels', Send),
    ...(role === 'member' ? [] : [link('First steps', 'start', Flag)]),
    { type: 'divider' },
    link('Members', 'members', Users),
    ...(role === 'owner' ? [link('Tokens', 'tokens', KeyRound)] : []),
    link('Audit log', 'audit', ScrollText),
    ...(role === 'member' ? [] : [link('As code', 'config', FileCode)]),
    link('Settings', 'settings', Settings),
  ];
}
