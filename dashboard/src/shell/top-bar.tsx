import TopNavigation, { type TopNavigationProps } from '@cloudscape-design/components/top-navigation';
import { useNavigate } from 'react-router';
import type { Me } from '../api/types.ts';
import type { CurrentOrganization } from '../session/organization.tsx';
import { useSession } from '../session/session.tsx';
import { useTheme } from './theme.ts';

interface TopBarProps {
  readonly me?: Me;
  readonly current?: CurrentOrganization;
}

/** The bar above everything: organizations, theme, sign-out. */
export function TopBar({ me, current }: TopBarProps) {
  const navigate = useNavigate();
  const { signOut } = useSession();
  const { isDark, toggle } = useTheme();
  const theme: TopNavigationProps.Utility = {
    type: 'button',
    text: isDark ? 'Light theme' : 'Dark theme',
    title: isDark ? 'Light theme' : 'Dark theme',
    onClick: toggle,
  };
  const signedIn: TopNavigationProps.Utility[] = [
    {
      type: 'menu-dropdown',
      text: current?.name ?? 'Organizations',
      ariaLabel: `Organization: ${current?.name ?? 'Organizations'}`,
      items: [
        ...(me?.organizations ?? []).map(({ id, name, role }) => ({ id, text: name, description: role })),
        { id: 'new', text: 'New organization' },
      ],
      onItemClick: ({ detail }) => void navigate(detail.id === 'new' ? '/new-organization' : `/o/${detail.id}/`),
    },
    {
      type: 'menu-dropdown',
      iconName: 'user-profile',
      text: me?.user?.email ?? 'Management token',
      ariaLabel: `Account: ${me?.user?.email ?? 'Management token'}`,
      items: [{ id: 'sign-out', text: 'Sign out' }],
      onItemClick: () => void signOut().then(() => navigate('/')),
    },
  ];
  return (
    <TopNavigation
      identity={{
        href: '/',
        title: 'Notification router',
        onFollow: (event) => {
          event.preventDefault();
          void navigate('/');
        },
      }}
      utilities={me === undefined ? [theme] : [theme, ...signedIn]}
    />
  );
}
