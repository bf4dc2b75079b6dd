import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Ask } from '../api/types.ts';
import { Loaded } from '../feedback/loaded.tsx';
import { shortTitle } from '../messages/short-title.ts';
import { usePaths } from '../session/organization.tsx';
import { Page } from '../shell/page.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Moment } from '../time/moment.tsx';
import { useAnswer, useAsk } from './ask-queries.ts';
import { AskStatus } from './ask-status.tsx';
import { chooserOf, choiceOf } from './ask-words.ts';

/** One ask: what it says, and the answers to choose from, or what was decided. */
export function AskPage() {
  const { askId = '' } = useParams();
  return (
    <Loaded query={useAsk(askId)}>
      {(ask) => (
        <Page title={shortTitle(ask)} above={[{ text: 'Asks', path: 'asks' }]}>
          <Question ask={ask} />
          {ask.status === 'pending' ? <AnswerForm ask={ask} /> : <Decision ask={ask} />}
        </Page>
      )}
    </Loaded>
  );
}

function Question({ ask }: { readonly ask: Ask }) {
  const to = usePaths();
  return (
    <Container>
      <article className={`message priority-${ask.priority ?? 'none'}`}>
        {ask.title !== undefined && (
          <strong className="message-title breakable" dir="auto">
            {ask.title}
          </strong>
        )}
        <pre className="message-text" dir="auto">
          {ask.message}
        </pre>
        <div className="facts">
          <AskStatus status={ask.status} />
          <span>
            Asked by{' '}
            <PageLink href={to(`webhooks/${ask.webhookId}`)}>
              <bdi className="breakable">{ask.webhookName}</bdi>
            </PageLink>
          </span>
          <span>
            Ends <Moment at={ask.expiresAt} />
          </span>
          <PageLink href={to(`messages/${ask.messageId}`)}>Message and deliveries</PageLink>
        </div>
      </article>
    </Container>
  );
}

function AnswerForm({ ask }: { readonly ask: Ask }) {
  const [text, setText] = useState('');
  const answer = useAnswer(ask.id);
  const words = text.trim() === '' ? {} : { text };
  return (
    <Container header={<Header variant="h2">Your answer</Header>}>
      <SpaceBetween size="m">
        {ask.approvers.length > 0 && (
          <Alert>
            Only these may decide: <bdi className="breakable">{ask.approvers.join(', ')}</bdi>
          </Alert>
        )}
        {ask.text && (
          <FormField label="Words" description="They go to the sender with your choice, or alone.">
            <Textarea value={text} onChange={({ detail }) => setText(detail.value)} />
          </FormField>
        )}
        <SpaceBetween size="xs" direction="horizontal">
          {ask.options.map(({ id, label, style }) => (
            <Button
              key={id}
              variant={style === 'primary' ? 'primary' : 'normal'}
              disabled={answer.isPending}
              onClick={() => answer.mutate({ option: id, ...words })}
            >
              <bdi className="breakable">{label}</bdi>
            </Button>
          ))}
          {ask.text && (
            <Button disabled={answer.isPending || text.trim() === ''} onClick={() => answer.mutate(words)}>
              Send the words alone
            </Button>
          )}
        </SpaceBetween>
      </SpaceBetween>
    </Container>
  );
}

function Decision({ ask }: { readonly ask: Ask }) {
  const { answer, status } = ask;
  if (answer === null) {
    return <Alert>{status === 'cancelled' ? 'The sender took it back.' : 'Nobody answered in time.'}</Alert>;
  }
  return (
    <Alert type="success">
      <bdi className="breakable">{choiceOf(ask, answer)}</bdi>, chosen by{' '}
      <bdi className="breakable">{chooserOf(answer)}</bdi>, <Moment at={answer.at} />
    </Alert>
  );
}
