import { useEffect, useRef, useState } from 'react';
import { Navigate } from 'react-router';
import { Failure } from '../feedback/failure.tsx';
import { Loading } from '../feedback/loaded.tsx';
import { useSession } from './session.tsx';

/** Where a link for signing in leads: what follows its `#` tells the issuer who comes. */
export function SignInNowPage() {
  const { login, state } = useSession();
  const [failure, setFailure] = useState<unknown>();
  const begun = useRef(false);
  const mustSignIn = state === 'signed-out' && login !== undefined;
  useEffect(() => {
    // The link works once.
    if (!mustSignIn || begun.current) return;
    begun.current = true;
    login.start('/', location.hash.slice(1)).catch(setFailure);
  }, [mustSignIn, login]);
  if (failure !== undefined) {
    return (
      <main className="narrow-page">
        <Failure error={failure} onRetry={() => location.replace('/')} />
      </main>
    );
  }
  return state === 'loading' || mustSignIn ? <Loading /> : <Navigate replace to="/" />;
}
