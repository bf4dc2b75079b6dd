import Button from '@cloudscape-design/components/button';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf } from '../api/client.ts';
import type { Delivery } from '../api/types.ts';
import { Loaded } from '../feedback/loaded.tsx';
import { useApi } from '../session/organization.tsx';

interface RequestPreviewProps {
  readonly messageId: string;
  readonly delivery: Delivery;
}

/** What would be sent to a channel now, read on demand. A Live Stream is read: nothing is sent to it. */
export function RequestPreview({ messageId, delivery }: RequestPreviewProps) {
  const [isOpen, setOpen] = useState(false);
  if (delivery.kind === 'live-stream') return null;
  return (
    <div className="request">
      <Button variant="inline-link" ariaExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide the request' : 'Show the request'}
      </Button>
      {isOpen && <Requests messageId={messageId} channelId={delivery.channelId} />}
    </div>
  );
}

function Requests({ messageId, channelId }: { readonly messageId: string; readonly channelId: string }) {
  return (
    <Loaded query={useRequests(messageId, channelId)}>
      {({ requests }) =>
        requests.map(({ method, url, headers, body, curl }) => (
          <figure key={url + body} className="answer">
            <figcaption>
              <span>What an attempt would send now; secrets are masked.</span>
              <CopyToClipboard
                textToCopy={curl}
                variant="button"
                copyButtonText="Copy as curl"
                copySuccessText="Copied"
                copyErrorText="Could not copy: select the text instead"
              />
            </figcaption>
            <pre className="code-block" tabIndex={0} aria-label="What would be sent">
              {[
                `${method} ${url}`,
                ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
                '',
                body,
              ].join('\n')}
            </pre>
          </figure>
        ))
      }
    </Loaded>
  );
}

function useRequests(messageId: string, channelId: string) {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'request', messageId, channelId],
    queryFn: () =>
      bodyOf(
        client.GET('/api/v1/organizations/{organizationId}/messages/{messageId}/deliveries/{channelId}/request', {
          params: { path: { organizationId, messageId, channelId } },
        }),
      ),
  });
}
