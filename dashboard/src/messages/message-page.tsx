import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Confirm } from '../feedback/confirm.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { useMay } from '../session/organization.tsx';
import { Page } from '../shell/page.tsx';
import { useRedelivery } from './message-actions.ts';
import { MessageDetails } from './message-details.tsx';
import { useMessage } from './message-queries.ts';
import { shortTitle } from './short-title.ts';

/** One message: what it says, why it went where, and how each delivery went. */
export function MessagePage() {
  const { messageId = '' } = useParams();
  const may = useMay('admin');
  return (
    <Loaded query={useMessage(messageId)}>
      {(message) => (
        <Page
          title={shortTitle(message)}
          above={[{ text: 'Messages', path: 'messages' }]}
          actions={may && <Replay messageId={message.id} />}
        >
          <MessageDetails message={message} />
        </Page>
      )}
    </Loaded>
  );
}

function Replay({ messageId }: { readonly messageId: string }) {
  const [isAsking, setAsking] = useState(false);
  const { replay } = useRedelivery(messageId);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Replay</Button>
      {isAsking && (
        <Confirm
          title="Replay this message?"
          action="Replay"
          onConfirm={() => replay.mutateAsync()}
          onClose={() => setAsking(false)}
        >
          It is routed again by the channels and filters of today. Channels that got it already get it once more.
        </Confirm>
      )}
    </>
  );
}
