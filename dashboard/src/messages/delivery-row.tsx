import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useId, useState } from 'react';
import type { Channel, Delivery, Message } from '../api/types.ts';
import { KindIcon } from '../channels/kind-icon.tsx';
import { useMay, usePaths } from '../session/organization.tsx';
import { Actions } from '../shell/actions.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { inUnits } from '../time/duration.ts';
import { useNow } from '../time/now.ts';
import { Attempts } from './attempts.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import { useRedelivery } from './message-actions.ts';
import { RequestPreview } from './request-preview.tsx';
import type { Route } from './routes-of.ts';

interface DeliveryRowProps {
  readonly message: Message;
  readonly route: Route;
  /** Absent where it was deleted since, or is on its way. */
  readonly channel: Channel | undefined;
}

/** One linked channel: what became of the message there, why, and attempt by attempt on demand. */
export function DeliveryRow({ message, route: { channelId, reason, matched, delivery }, channel }: DeliveryRowProps) {
  const to = usePaths();
  const details = useId();
  const [isOpen, setOpen] = useState(delivery !== undefined && isTroubled(delivery));
  const name = delivery?.channelName ?? channel?.name ?? channelId;
  return (
    <section className="route" aria-label={name}>
      <div className="route-head">
        <div className="route-name">
          <KindIcon kind={delivery?.kind ?? channel?.kind ?? ''} />
          <PageLink href={to(`channels/${channelId}`)}>
            <bdi className="one-line">{name}</bdi>
          </PageLink>
        </div>
        <div className="route-state">
          <State delivery={delivery} matched={matched} />
          {delivery !== undefined && <Course delivery={delivery} />}
        </div>
        <Actions>
          {delivery !== undefined && <Retry messageId={message.id} delivery={delivery} />}
          {delivery !== undefined && (
            <Button
              variant="icon"
              iconName={isOpen ? 'angle-up' : 'angle-down'}
              ariaLabel={`Details: ${name}`}
              ariaExpanded={isOpen}
              ariaControls={details}
              onClick={() => setOpen(!isOpen)}
            />
          )}
        </Actions>
      </div>
      {reason !== undefined && <p className="route-why breakable">{reason}</p>}
      <div id={details} hidden={!isOpen}>
        {isOpen && delivery !== undefined && (
          <>
            <Attempts receivedAt={message.receivedAt} delivery={delivery} />
            <RequestPreview messageId={message.id} delivery={delivery} />
          </>
        )}
      </div>
    </section>
  );
}

const isTroubled = ({ state }: Delivery): boolean => state === 'failed' || state === 'retrying';

function State({ delivery, matched }: Pick<Route, 'delivery' | 'matched'>) {
  if (delivery !== undefined) return <DeliveryStatus state={delivery.state} />;
  if (matched) return <DeliveryStatus state="queued" />;
  return <StatusIndicator type="stopped">Filtered out</StatusIndicator>;
}

/** How long it took, or when it is tried again. */
function Course({ delivery: { attempts, state, nextAttemptAt } }: { readonly delivery: Delivery }) {
  if (nextAttemptAt !== undefined) return <Countdown to={nextAttemptAt} tried={attempts.length} />;
  const last = attempts.at(-1);
  if (last === undefined) return null;
  const often = attempts.length === 1 ? '' : `${attempts.length} attempts`;
  const took = state === 'delivered' ? `in ${inUnits(last.durationMs)}` : '';
  return <span className="quiet">{[often, took].filter((part) => part !== '').join(', the last ')}</span>;
}

const SECOND_MS = 1000;

function Countdown({ to, tried }: { readonly to: string; readonly tried: number }) {
  const left = Math.ceil((Date.parse(to) - useNow(SECOND_MS)) / SECOND_MS) * SECOND_MS;
  return (
    <span className="quiet">
      {left > 0 ? `Attempt ${tried + 1} in ${inUnits(left)}` : `Attempt ${tried + 1} is due`}
    </span>
  );
}

/** Whoever waits for the next attempt, or has none, may ask for one now. A Live Stream is delivered or it is not. */
function Retry({ messageId, delivery }: { readonly messageId: string; readonly delivery: Delivery }) {
  const may = useMay('admin');
  const { retry } = useRedelivery(messageId);
  const { channelId, channelName, kind, state } = delivery;
  if (!may || kind === 'live-stream' || !['failed', 'retrying', 'skipped'].includes(state)) return null;
  return (
    <Button loading={retry.isPending} ariaLabel={`Retry now: ${channelName}`} onClick={() => retry.mutate(channelId)}>
      Retry now
    </Button>
  );
}
