import { createBrowserRouter, Navigate, Outlet, type RouteObject, useLocation } from 'react-router';
import { Empty } from './feedback/empty.tsx';
import { Loaded, Loading } from './feedback/loaded.tsx';
import { CallbackPage } from './session/callback-page.tsx';
import { Only } from './session/only.tsx';
import { useMe } from './session/organization.tsx';
import { useSession } from './session/session.tsx';
import { SignInNowPage } from './session/sign-in-now-page.tsx';
import { SignInAgain, SignInPage } from './session/sign-in-page.tsx';
import { CrashPage } from './shell/crash-page.tsx';
import { PageLink } from './shell/page-link.tsx';
import { Shell } from './shell/shell.tsx';

function SignedIn() {
  const { state } = useSession();
  if (state === 'loading') return <Loading />;
  if (state === 'signed-out') return <SignInPage />;
  return (
    <>
      <Outlet />
      {state === 'expired' && <SignInAgain />}
    </>
  );
}

function FirstOrganization({ page = '' }: { readonly page?: string }) {
  const { search } = useLocation();
  return (
    <Loaded query={useMe()}>
      {({ organizations: [first] }) => (
        <Navigate replace to={first ? `/o/${first.id}/${page}${search}` : '/new-organization'} />
      )}
    </Loaded>
  );
}

function NothingHere() {
  return (
    <Empty title="Page not found">
      <PageLink href="/">Go to the overview</PageLink>
    </Empty>
  );
}

/** Each page is a part of the script of its own, loaded when it is first visited. */
const pages: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./overview/overview-page.tsx')).OverviewPage }) },
  { path: 'alerts', lazy: async () => ({ Component: (await import('./alerts/alerts-page.tsx')).AlertsPage }) },
  {
    path: 'alerts/:alertId',
    lazy: async () => ({ Component: (await import('./alerts/alert-page.tsx')).AlertPage }),
  },
  { path: 'live', lazy: async () => ({ Component: (await import('./live/live-page.tsx')).LivePage }) },
  { path: 'messages', lazy: async () => ({ Component: (await import('./messages/messages-page.tsx')).MessagesPage }) },
  {
    path: 'messages/:messageId',
    lazy: async () => ({ Component: (await import('./messages/message-page.tsx')).MessagePage }),
  },
  { path: 'asks', lazy: async () => ({ Component: (await import('./asks/asks-page.tsx')).AsksPage }) },
  { path: 'asks/:askId', lazy: async () => ({ Component: (await import('./asks/ask-page.tsx')).AskPage }) },
  { path: 'webhooks', lazy: async () => ({ Component: (await import('./webhooks/webhooks-page.tsx')).WebhooksPage }) },
  {
    path: 'webhooks/:webhookId',
    lazy: async () => ({ Component: (await import('./webhooks/webhook-page.tsx')).WebhookPage }),
  },
  {
    path: 'webhooks/:webhookId/channels/:channelId',
    lazy: async () => ({ Component: (await import('./filters/filter-page.tsx')).FilterPage }),
  },
  { path: 'channels', lazy: async () => ({ Component: (await import('./channels/channels-page.tsx')).ChannelsPage }) },
  {
    path: 'channels/:channelId',
    lazy: async () => ({ Component: (await import('./channels/channel-page.tsx')).ChannelPage }),
  },
  { path: 'members', lazy: async () => ({ Component: (await import('./organization/members-page.tsx')).MembersPage }) },
  { path: 'audit', lazy: async () => ({ Component: (await import('./organization/audit-page.tsx')).AuditPage }) },
  {
    path: 'settings',
    lazy: async () => ({ Component: (await import('./organization/settings-page.tsx')).SettingsPage }),
  },
  {
    element: <Only least="admin" />,
    children: [
      { path: 'start', lazy: async () => ({ Component: (await import('./start/start-page.tsx')).StartPage }) },
      { path: 'config', lazy: async () => ({ Component: (await import('./config/config-page.tsx')).ConfigPage }) },
      {
        path: 'webhooks/create',
        lazy: async () => ({ Component: (await import('./webhooks/create-webhook-page.tsx')).CreateWebhookPage }),
      },
      {
        path: 'webhooks/:webhookId/edit',
        lazy: async () => ({ Component: (await import('./webhooks/edit-webhook-page.tsx')).EditWebhookPage }),
      },
      {
        path: 'channels/create',
        lazy: async () => ({ Component: (await import('./channels/create-channel-page.tsx')).CreateChannelPage }),
      },
    ],
  },
  {
    element: <Only least="owner" />,
    children: [
      {
        path: 'tokens',
        lazy: async () => ({ Component: (await import('./organization/tokens-page.tsx')).TokensPage }),
      },
    ],
  },
  { path: '*', Component: NothingHere },
];

/** The addresses of the dashboard. */
export function createRouter() {
  return createBrowserRouter([
    { path: '/callback', Component: CallbackPage },
    { path: '/sign-in', Component: SignInNowPage },
    {
      Component: SignedIn,
      ErrorBoundary: CrashPage,
      HydrateFallback: Loading,
      children: [
        { path: '/', element: <FirstOrganization /> },
        { path: '/live', element: <FirstOrganization page="live" /> },
        {
          path: '/new-organization',
          lazy: async () => ({
            Component: (await import('./organization/new-organization-page.tsx')).NewOrganizationPage,
          }),
        },
        {
          path: '/invitations/:token',
          lazy: async () => ({ Component: (await import('./organization/invitation-page.tsx')).InvitationPage }),
        },
        {
          path: '/messages/:messageId',
          lazy: async () => ({ Component: (await import('./messages/find-message-page.tsx')).FindMessagePage }),
        },
        {
          path: '/asks/:askId',
          lazy: async () => ({ Component: (await import('./asks/find-ask-page.tsx')).FindAskPage }),
        },
        { path: '/o/:organizationId', Component: Shell, children: pages },
        { path: '*', Component: NothingHere },
      ],
    },
  ]);
}
