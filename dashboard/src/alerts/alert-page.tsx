import Badge from '@cloudscape-design/components/badge';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { useParams } from 'react-router';
import type { Alert } from '../api/types.ts';
import { Loaded } from '../feedback/loaded.tsx';
import { Priority } from '../messages/priority.tsx';
import { usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Page } from '../shell/page.tsx';
import { Moment } from '../time/moment.tsx';
import { AlertButtons } from './alert-buttons.tsx';
import { AlertChannels } from './alert-channels.tsx';
import { lastedOf } from './alert-list.tsx';
import { useAlert } from './alert-queries.ts';
import { AlertOwner, AlertState } from './alert-state.tsx';
import { AlertTimeline } from './alert-timeline.tsx';
import { nameOf, oftenOf } from './alert-words.ts';

/** One alert: how it stands, who has it, where it is shown, and the messages behind it. */
export function AlertPage() {
  const { alertId = '' } = useParams();
  return <Loaded query={useAlert(alertId)}>{(alert) => <Details alert={alert} />}</Loaded>;
}

function Details({ alert }: { readonly alert: Alert }) {
  return (
    <Page title={nameOf(alert)} above={[{ text: 'Alerts', path: 'alerts' }]} actions={<AlertButtons alert={alert} />}>
      <Facts alert={alert} />
      <div className="beside">
        <Saying alert={alert} />
        <AlertChannels channels={alert.channels} />
      </div>
      <AlertTimeline alertId={alert.id} />
    </Page>
  );
}

function Facts({ alert }: { readonly alert: Alert }) {
  const to = usePaths();
  const isOver = alert.status === 'resolved';
  return (
    <Container>
      <KeyValuePairs
        columns={4}
        items={[
          { label: 'Status', value: <AlertState status={alert.status} /> },
          { label: isOver ? 'How it ended' : 'Who has it', value: <AlertOwner alert={alert} /> },
          { label: isOver ? 'Began' : 'Since', value: <Moment at={alert.firstAt} ago /> },
          isOver
            ? { label: 'Lasted', value: lastedOf(alert) }
            : { label: 'Last message', value: <Moment at={alert.lastAt} ago /> },
          { label: 'Seen', value: oftenOf(alert) },
          {
            label: 'Episode',
            value: alert.episode === 1 ? 'The first of its key' : `Number ${alert.episode} of its key`,
          },
          {
            label: 'Webhook',
            value: (
              <PageLink href={to(`webhooks/${alert.webhookId}`)}>
                <bdi className="breakable">{alert.webhookName}</bdi>
              </PageLink>
            ),
          },
          { label: 'Key', value: <code className="breakable">{alert.key}</code> },
        ]}
      />
    </Container>
  );
}

/** What fired, as the newest message says it. */
function Saying({ alert: { message, priority, tags } }: { readonly alert: Alert }) {
  return (
    <Container fitHeight header={<Header>What fires</Header>}>
      <article className={`message priority-${priority ?? 'none'}`}>
        <pre className="message-text" dir="auto">
          {message === '' ? 'The message is no longer kept.' : message}
        </pre>
        <div className="facts">
          <Priority value={priority} />
          {tags.map((tag) => (
            <Badge key={tag}>
              <bdi className="breakable">{tag}</bdi>
            </Badge>
          ))}
        </div>
      </article>
    </Container>
  );
}
