import { useEffect, useRef, useState } from 'react';
import { Failure } from '../feedback/failure.tsx';
import { Loading } from '../feedback/loaded.tsx';
import { useSession } from './session.tsx';

/** Where the issuer sends people back to. */
export function CallbackPage() {
  const { login } = useSession();
  const [failure, setFailure] = useState<unknown>();
  const begun = useRef(false);
  useEffect(() => {
    // The code in the address works once.
    if (login === undefined || begun.current) return;
    begun.current = true;
    login.finish().then((path) => path !== undefined && location.replace(path), setFailure);
  }, [login]);
  if (failure === undefined) return <Loading />;
  return (
    <main className="narrow-page">
      <Failure error={failure} onRetry={() => location.replace('/')} />
    </main>
  );
}
