import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useChannels } from '../channels/channel-queries.ts';
import { useOrganization } from '../session/organization.tsx';
import { useWebhooks } from '../webhooks/webhook-queries.ts';
import { openStreams, webhooksWithout } from './coverage.ts';
import { openStream } from './open-stream.ts';

/** However much comes at once, lists are read again this often, in milliseconds. */
const GATHER_MS = 200;

/**
 * Has lists of messages, alerts and asks read again the moment something arrives, by a Live Stream that carries everything of one
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
  const readAgain = useCallback(() => {
    void queries.invalidateQueries({ queryKey: [organizationId, 'messages'] });
    void queries.invalidateQueries({ queryKey: [organizationId, 'recent-messages'] });
    void queries.invalidateQueries({ queryKey: [organizationId, 'alerts'] });
    void queries.invalidateQueries({ queryKey: [organizationId, 'asks'] });
  }, [queries, organizationId]);
  useEffect(() => {
    // A browser opens six connections to a server at once: tabs that nobody looks at keep none of them.
    if (streamUrl === undefined || !isVisible) return undefined;
    const news = gathered(readAgain);
    const close = openStream(streamUrl, { onState: (state) => setOpen(state === 'open'), onEvent: news.tell });
    return () => {
      news.stop();
      close();
      setOpen(false);
    };
  }, [streamUrl, isVisible, readAgain]);
  return isOpen;
}

/** Acts a moment after the first of many calls, once for all of them. */
function gathered(act: () => void): { readonly tell: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    timer = undefined;
    act();
  };
  return {
    tell: () => {
      timer ??= setTimeout(end, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
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
