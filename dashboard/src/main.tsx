import '@cloudscape-design/global-styles/index.css';
import 'virtual:theme.css';
import './main.css';
import { I18nProvider } from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ApiError } from './api/api-error.ts';
import { NoticesProvider } from './feedback/notices.tsx';
import { createRouter } from './routes.tsx';
import { ShownOnceProvider } from './secrets/shown-once.tsx';
import { SessionProvider } from './session/session.tsx';

const MAX_RETRIES = 2;

const queries = new QueryClient({
  defaultOptions: {
    // A router on this machine answers without any network; one that does not is told of at once.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      // An answer that says no says it again.
      retry: (count, error) => count < MAX_RETRIES && (!(error instanceof ApiError) || error.status >= 500),
      staleTime: 1000,
    },
  },
});

// A page that was open over a deployment asks for parts that are gone.
addEventListener('vite:preloadError', () => location.reload());

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');

createRoot(root).render(
  <StrictMode>
    <I18nProvider locale="en" messages={[messages]}>
      <QueryClientProvider client={queries}>
        <SessionProvider>
          <NoticesProvider>
            <ShownOnceProvider>
              <RouterProvider router={createRouter()} />
            </ShownOnceProvider>
          </NoticesProvider>
        </SessionProvider>
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
