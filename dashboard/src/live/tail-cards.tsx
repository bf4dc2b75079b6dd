import './live.css';
import Badge from '@cloudscape-design/components/badge';
import { Priority } from '../messages/priority.tsx';
import { usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Moment } from '../time/moment.tsx';
import { type LiveEvent, sentAt } from './live-event.ts';

/** Events as cards, each with a stripe in the colour of its priority. */
export function TailCards({ events }: { readonly events: readonly LiveEvent[] }) {
  return (
    <div role="log" aria-label="Live notifications" className="tail" tabIndex={0}>
      {events.map((event) => (
        <TailCard key={event.id} event={event} />
      ))}
    </div>
  );
}

function TailCard({ event }: { readonly event: LiveEvent }) {
  const to = usePaths();
  const { id, title, message, priority, tags } = event;
  return (
    <article className="tail-card" data-priority={priority ?? 0}>
      <div className="tail-head">
        <PageLink href={to(`messages/${id}`)}>
          <bdi className="breakable">{title ?? (message || 'No text')}</bdi>
        </PageLink>
        <Moment at={new Date(sentAt(event)).toISOString()} ago />
      </div>
      {title !== undefined && (
        <p className="tail-text" dir="auto">
          {message}
        </p>
      )}
      {(priority !== undefined || tags.length > 0) && (
        <div className="tail-facts">
          {priority !== undefined && <Priority value={priority} />}
          {[...new Set(tags)].map((tag) => (
            <Badge key={tag}>
              <bdi className="one-line">{tag}</bdi>
            </Badge>
          ))}
        </div>
      )}
    </article>
  );
}
