import { useParams } from 'react-router';
import { bodyOf } from '../api/client.ts';
import { FindPage } from '../session/find-page.tsx';

/** Where approvers come from an answer page, which names the ask and not its organization. */
export function FindAskPage() {
  const { askId = '' } = useParams();
  return (
    <FindPage
      id={askId}
      room="asks"
      word="Ask"
      read={async (client, { organizationId }) => {
        const params = { path: { organizationId, askId } };
        return bodyOf(client.GET('/api/v1/organizations/{organizationId}/asks/{askId}', { params }));
      }}
    />
  );
}
