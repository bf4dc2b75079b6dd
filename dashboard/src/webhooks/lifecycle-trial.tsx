import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { AlertState } from '../alerts/alert-state.tsx';
import { nameOf, oftenOf } from '../alerts/alert-words.ts';
import { bodyOf } from '../api/client.ts';
import type { LifecyclePreview } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { useSettled } from '../forms/settled.ts';
import { useApi } from '../session/organization.tsx';
import { Moment } from '../time/moment.tsx';
import { type LifecycleDraft, lifecycleOf, previewWords } from './lifecycle-draft.ts';

interface LifecycleTrialProps {
  readonly webhookId: string;
  readonly draft: LifecycleDraft;
}

/** Which alerts the newest messages of a webhook would have been with a lifecycle as it is typed. */
export function LifecycleTrial({ webhookId, draft }: LifecycleTrialProps) {
  const preview = usePreview(webhookId, useSettled(draft));
  return <Loaded query={preview}>{(found) => <Found preview={found} />}</Loaded>;
}

const MAX_SHOWN = 10;

function Found({ preview }: { readonly preview: LifecyclePreview }) {
  const { messages, alerts, notes } = preview;
  if (messages === 0) {
    return (
      <Empty title="Nothing to try it on yet">
        Send notifications to this webhook: the newest 100 show here which alerts they would have been.
      </Empty>
    );
  }
  const [sentence, ...rest] = previewWords(preview);
  return (
    <SpaceBetween size="s">
      <Box variant="h3" tagOverride="p">
        <output>{sentence}</output>
      </Box>
      {rest.map((words) => (
        <Box key={words} color="text-body-secondary">
          {words}
        </Box>
      ))}
      <ul className="plain-list">
        {alerts.slice(0, MAX_SHOWN).map((alert) => (
          <li key={`${alert.key} ${alert.episode}`}>
            <div className="line">
              <bdi className="one-line">{nameOf(alert)}</bdi>
              <AlertState status={alert.status} />
            </div>
            <div className="quiet breakable">
              {oftenOf(alert)} · <Moment at={alert.firstAt} ago /> · <code>{alert.key}</code>
            </div>
          </li>
        ))}
      </ul>
      {alerts.length > MAX_SHOWN && <Box color="text-body-secondary">{`and ${alerts.length - MAX_SHOWN} more`}</Box>}
      {notes.length > 0 && <Box color="text-status-warning">{notes.join(' · ')}</Box>}
      <Box color="text-body-secondary" fontSize="body-s">
        Request headers are not kept: what a sender says only there is not tried here.
      </Box>
    </SpaceBetween>
  );
}

function usePreview(webhookId: string, draft: LifecycleDraft) {
  const { client, organizationId } = useApi();
  const lifecycle = lifecycleOf(draft) ?? {};
  return useQuery<LifecyclePreview>({
    queryKey: [organizationId, 'lifecycle-preview', webhookId, lifecycle],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: () =>
      bodyOf(
        client.POST('/api/v1/organizations/{organizationId}/webhooks/{webhookId}/lifecycle/preview', {
          params: { path: { organizationId, webhookId } },
          body: { lifecycle },
        }),
      ),
  });
}
