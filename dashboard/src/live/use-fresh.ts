import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useChannels } from '../channels/channel-queries.ts';
import { useOrganization } from '../session/organization.tsx';
import { useWebhooks } from '../webhooks/webhook-queries.ts';
import { openStreams, webhooksWithout } from './coverage.ts';
import { openStream } from './open-stream.ts';

/** However much comes at once, lists are read again this often, in milliseconds. */
const GATHER_MS = 200;

/**
 * Has lists of messages read again the moment something arrives, by a Live Stream that carries everything of one
 * webhook, or of all of them. Says whether there is such a stream: without one, whoever shows a list has to ask.
 */
export function useFresh(webhookId?: string): boolean {
  const queries = useQueryClient();
  const { id: organizationId } = useOrganization();
  const channels = useChannels().data ?? [];
  const webhooks = (useWebhooks().data ?? []).filter(({ id }) => webhookId === undefined || id === webhookId);
  const stream = openStreams(channels, webhooks).find((known) => webhooksWithout(known, webhooks).length === 0);
  const streamUrl = stream?.streamUrl;
  const isVisible = useVisible();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // A browser opens six connections to a server at once: tabs that nobody looks at keep none of them.
    if (streamUrl === undefined || !isVisible) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
      timer = undefined;
      for (const list of ['messages', 'recent-messages']) {
        void queries.invalidateQueries({ queryKey: [organizationId, list] });
      }
    };
    const close = openStream(streamUrl, {
      onState: (state) => setOpen(state === 'open'),
      onEvent: () => (timer ??= setTimeout(readAgain, GATHER_MS)),
    });
    return () => {
      clearTimeout(timer);
      close();
      setOpen(false);
    };
  }, [streamUrl, isVisible, organizationId, queries]);
  return isOpen;
}

function useVisible(): boolean {
  const [isVisible, setVisible] = useState(() => !document.hidden);
  useEffect(() => {
    const look = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isVisible;
}
