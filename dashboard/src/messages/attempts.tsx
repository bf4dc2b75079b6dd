import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Delivery } from '../api/types.ts';
import { sentence } from '../feedback/sentence.ts';
import { inUnits } from '../time/duration.ts';
import { clockOf, Moment } from '../time/moment.tsx';
import { type Run, runsOf } from './attempt-runs.ts';
import { AttemptAxis } from './attempt-axis.tsx';

interface AttemptsProps {
  readonly receivedAt: string;
  readonly delivery: Delivery;
}

/** The attempts of a delivery: on an axis of time, and in words with what the receiver said. */
export function Attempts({ receivedAt, delivery }: AttemptsProps) {
  if (delivery.attempts.length === 0) return <p className="quiet">No attempt was made yet.</p>;
  return (
    <>
      <AttemptAxis receivedAt={receivedAt} delivery={delivery} />
      <ol className="runs" aria-label={`Attempts for ${delivery.channelName}`}>
        {runsOf(delivery.attempts).map((run) => (
          <li key={run.first}>
            <RunLine run={run} />
          </li>
        ))}
      </ol>
    </>
  );
}

const looks: Readonly<Record<Run['outcome'], readonly [StatusIndicatorProps.Type, string]>> = {
  delivered: ['success', 'Delivered'],
  retry: ['warning', 'Failed, to be retried'],
  failed: ['error', 'Failed'],
  skipped: ['stopped', 'Skipped'],
};

function RunLine({ run }: { readonly run: Run }) {
  const [type, text] = looks[run.outcome];
  return (
    <>
      <div className="run">
        <StatusIndicator type={type}>
          {run.count === 1 ? text : `${run.count} × ${shortOf(run) ?? text}`}
        </StatusIndicator>
        <span className="quiet">{run.count === 1 ? <Moment at={run.first} /> : spanOf(run)}</span>
        <span className="quiet breakable">{factsOf(run).join(' · ')}</span>
      </div>
      {run.responses.map(({ body, contentType }) => (
        <figure key={body} className="answer">
          <figcaption>
            The receiver said <span className="quiet">{contentType}</span>
          </figcaption>
          <pre className="code-block" tabIndex={0} aria-label="What the receiver said">
            {body === '' ? '(nothing)' : body}
          </pre>
        </figure>
      ))}
    </>
  );
}

function spanOf({ first, last }: Run): string {
  const [from, to] = [clockOf(first), clockOf(last)];
  return from === to ? from : `${from}–${to}`;
}

/** What names a repeated failure best. */
const shortOf = ({ status, error }: Run) => (status === undefined ? error : String(status));

function factsOf({ count, status, error, durationMs }: Run): string[] {
  // By the status, or as the name of what was repeated.
  const isSaid = error === `the receiver answered ${status}` || (count > 1 && status === undefined);
  const facts = [
    status === undefined ? undefined : `HTTP ${status}`,
    isSaid ? undefined : error && sentence(error),
    count === 1 ? inUnits(durationMs) : `up to ${inUnits(durationMs)} each`,
  ];
  return facts.filter((fact) => fact !== undefined);
}
