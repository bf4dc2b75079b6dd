import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type ApiClient, createApiClient } from '../api/client.ts';
import { tokenStore } from './credential-store.ts';
import { type Login, loadLogin } from './login.ts';

/** Who is signed in, and how to end that. */
export interface Session {
  readonly state: 'loading' | 'signed-in' | 'signed-out';
  /** Why one must sign in again, where it was not one's own wish. */
  readonly notice: string | undefined;
  /** Absent where the deployment has no issuer of logins. */
  readonly login: Login | undefined;
  readonly client: ApiClient;
  readonly signInWith: (token: string) => void;
  readonly signOut: () => Promise<void>;
}

const SessionContext = createContext<Session | undefined>(undefined);

const EXPIRED = 'Your session has ended. Sign in again to go on with this page.';

/** Holds the session for everything below it. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [login, setLogin] = useState<Login>();
  const [state, setState] = useState<Session['state']>('loading');
  const [notice, setNotice] = useState<string>();

  useEffect(() => {
    const begin = async () => {
      const found = await loadLogin();
      const known = tokenStore.read() !== undefined || (await isSignedIn(found));
      setLogin(found);
      setState(known ? 'signed-in' : 'signed-out');
    };
    void begin();
  }, []);

  const session = useMemo((): Session => {
    const end = (why?: string) => {
      tokenStore.clear();
      queries.clear();
      setNotice(why);
      setState('signed-out');
    };
    const client = createApiClient({
      accessToken: async () => tokenStore.read() ?? login?.accessToken(),
      onUnauthorized: () => {
        void login?.forget();
        end(EXPIRED);
      },
    });
    return {
      state,
      notice,
      login,
      client,
      signInWith: (token) => {
        tokenStore.write(token);
        setNotice(undefined);
        setState('signed-in');
      },
      signOut: async () => {
        const byToken = tokenStore.read() !== undefined;
        end();
        if (!byToken) await login?.signOut();
      },
    };
  }, [state, notice, login, queries]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Whether somebody is; an issuer that does not answer right now has not said otherwise. */
async function isSignedIn(login: Login | undefined): Promise<boolean> {
  if (login === undefined) return false;
  return login.accessToken().then(
    (token) => token !== undefined,
    () => true,
  );
}

/** The session. @throws outside of a SessionProvider */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSession is used outside of SessionProvider');
  return session;
}
