import { useRouteError } from 'react-router';
import { Failure } from '../feedback/failure.tsx';

/** What is left when a page has a fault of its own. */
export function CrashPage() {
  return (
    <main className="narrow-page">
      <Failure error={useRouteError()} onRetry={() => location.reload()} />
    </main>
  );
}
