import Badge from '@cloudscape-design/components/badge';
import SideNavigation, { type SideNavigationProps } from '@cloudscape-design/components/side-navigation';
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
  const base = `/o/${id}/`;
  const [section = ''] = pathname.slice(base.length).split('/');
  const open = useOpenAsks();
  return (
    <SideNavigation
      activeHref={base + section}
      items={itemsFor(role, base, open)}
      onFollow={(event) => {
        follow(event);
        onFollowed();
      }}
    />
  );
}

function itemsFor(
  role: Role,
  base: string,
  { count: open, isMore }: NonNullable<ReturnType<typeof useOpenAsks>> = { count: 0, isMore: false },
): SideNavigationProps.Item[] {
  const link = (text: string, path: string, Icon: typeof Gauge): SideNavigationProps.Link => ({
    type: 'link',
    text,
    href: base + path,
    icon: <Icon size={18} strokeWidth={1.75} aria-hidden />,
  });
  return [
    link('Overview', '', Gauge),
    link('Messages', 'messages', Inbox),
    {
      ...link('Asks', 'asks', MessageCircleQuestion),
      ...(open > 0 && {
        info: (
          <Badge color="blue">
            {open}
            {isMore && '+'}
          </Badge>
        ),
      }),
    },
    link('Live', 'live', Radio),
    link('Webhooks', 'webhooks', Webhook),
    link('Channels', 'channels', Send),
    ...(role === 'member' ? [] : [link('First steps', 'start', Flag)]),
    { type: 'divider' },
    link('Members', 'members', Users),
    ...(role === 'owner' ? [link('Tokens', 'tokens', KeyRound)] : []),
    link('Audit log', 'audit', ScrollText),
    link('Settings', 'settings', Settings),
  ];
}
