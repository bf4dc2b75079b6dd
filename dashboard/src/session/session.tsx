import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { type ApiClient, bodyOf, createApiClient } from '../api/client.ts';
import { tokenStore } from './credential-store.ts';
import { type Login, loadLogin } from './login.ts';

/** Where what the API says of the person is kept. */
export const ME = ['me'] as const;

/** Who is signed in, and how to end that. */
export interface Session {
  /** `expired`: the credential stopped working while a page was open. */
  readonly state: 'loading' | 'signed-in' | 'expired' | 'signed-out';
  /** Absent where the deployment has no issuer of logins. */
  readonly login: Login | undefined;
  readonly client: ApiClient;
  /** @throws ApiError when the token does not work */
  readonly signInWith: (token: string) => Promise<void>;
  /** Goes on after the session had ended, once there is a credential again. */
  readonly resume: () => Promise<void>;
  readonly signOut: () => Promise<void>;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Holds the session for everything below it. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [login, setLogin] = useState<Login>();
  const [state, setState] = useState<Session['state']>('loading');
  const [sessions] = useState(countSessions);

  useEffect(() => {
    const begin = async () => {
      const found = await loadLogin();
      const known = tokenStore.read() !== undefined || (await isSignedIn(found));
      setLogin(found);
      setState(known ? 'signed-in' : 'signed-out');
    };
    void begin();
  }, []);

  const value = useMemo((): Session => {
    const client = createApiClient({
      credential: async () => {
        const session = sessions.current();
        const token = tokenStore.read() ?? (await login?.accessToken());
        if (token === undefined && state === 'expired') throw new ApiError(401, 'Your session has ended');
        return { token, session };
      },
      onUnauthorized: (refused) => {
        if (refused.session !== sessions.current()) return;
        tokenStore.clear();
        void login?.forget();
        // What was typed stays where it is, until the same person is back.
        if (state === 'signed-in') setState('expired');
      },
    });
    const goOn = async () => {
      sessions.begin();
      const before = JSON.stringify(queries.getQueryData(ME));
      const me = await bodyOf(client.GET('/api/v1/me'));
      // Somebody else must see nothing of what was read before.
      if (before !== undefined && JSON.stringify(me) !== before) return location.reload();
      setState('signed-in');
      await queries.invalidateQueries();
    };
    return {
      state,
      login,
      client,
      signInWith: (token) => {
        tokenStore.write(token);
        return goOn();
      },
      resume: goOn,
      signOut: async () => {
        const byToken = tokenStore.read() !== undefined;
        sessions.begin();
        tokenStore.clear();
        queries.clear();
        setState('signed-out');
        if (!byToken) await login?.signOut();
      },
    };
  }, [state, login, queries, sessions]);

  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Tells sessions of one page apart: an answer may come when the one that asked has ended. */
function countSessions() {
  let count = 0;
  return { current: () => count, begin: () => void (count += 1) };
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
