import { useParams } from 'react-router';
import { bodyOf } from '../api/client.ts';
import { FindPage } from '../session/find-page.tsx';

/** Where links in delivered notifications lead: they name the message and not its organization. */
export function FindMessagePage() {
  const { messageId = '' } = useParams();
  return (
    <FindPage
      id={messageId}
      room="messages"
      word="Message"
      read={async (client, { organizationId }) => {
        const params = { path: { organizationId, messageId } };
        return bodyOf(client.GET('/api/v1/organizations/{organizationId}/messages/{messageId}', { params }));
      }}
    />
  );
}
