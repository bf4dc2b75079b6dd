import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf } from '../api/client.ts';
import type { Webhook } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { IfRead } from '../feedback/if-read.tsx';
import { Failure } from '../feedback/failure.tsx';
import { useMessage, useRecentMessages } from '../messages/message-queries.ts';
import { useSettled } from '../forms/settled.ts';
import { toPreset } from './presets.ts';
import { useApi } from '../session/organization.tsx';

interface TemplatePreviewProps {
  readonly webhook: Webhook;
  readonly draft: Partial<Record<'title' | 'message' | 'priority' | 'tags', string>>;
}

/** What a recent message of the webhook would become with the templates as they are typed. */
export function TemplatePreview({ webhook, draft }: TemplatePreviewProps) {
  const recent = useRecentMessages({ webhookId: webhook.id });
  const options = (recent.data ?? []).map(({ id, title, message }) => ({
    value: id,
    label: title ?? message.slice(0, 80),
  }));
  const [chosen, setChosen] = useState<string>();
  const messageId = chosen ?? options[0]?.value;
  if (messageId === undefined) {
    return (
      <IfRead query={recent}>
        <Empty title="Nothing to try them on yet">
          Send a notification to this webhook, and it becomes the example.
        </Empty>
      </IfRead>
    );
  }
  return (
    <SpaceBetween size="m">
      <FormField label="Sample message">
        <Select
          options={options}
          selectedOption={options.find(({ value }) => value === messageId) ?? null}
          onChange={({ detail }) => setChosen(detail.selectedOption.value)}
        />
      </FormField>
      <Rendered webhook={webhook} draft={draft} messageId={messageId} />
    </SpaceBetween>
  );
}

function Rendered({ webhook, draft, messageId }: TemplatePreviewProps & { readonly messageId: string }) {
  const settled = useSettled(draft);
  const preview = usePreview({ webhook, draft: settled, messageId });
  if (preview.error !== null) return <Failure error={preview.error} />;
  if (preview.data === undefined) return null;
  const { title, message, priority, tags, notes } = preview.data;
  return (
    <KeyValuePairs
      items={[
        { label: 'Title', value: <bdi className="breakable">{title ?? 'None'}</bdi> },
        {
          label: 'Message',
          value: (
            <pre className="message-text" dir="auto">
              {message}
            </pre>
          ),
        },
        { label: 'Priority', value: priority ?? 'None' },
        { label: 'Tags', value: tags.length === 0 ? 'None' : tags.join(', ') },
        ...(notes.length === 0
          ? []
          : [{ label: 'Notes', value: <Box color="text-status-warning">{notes.join(' · ')}</Box> }]),
      ]}
    />
  );
}

function usePreview({ webhook, draft, messageId }: TemplatePreviewProps & { readonly messageId: string }) {
  const { client, organizationId } = useApi();
  const { data: message } = useMessage(messageId);
  const templates = Object.fromEntries(Object.entries(draft).filter(([, source]) => source.trim() !== ''));
  const preset = toPreset(webhook.preset ?? undefined);
  return useQuery({
    queryKey: [organizationId, 'preview', messageId, templates, preset],
    enabled: message !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: () =>
      bodyOf(
        client.POST('/api/v1/organizations/{organizationId}/templates/preview', {
          params: { path: { organizationId } },
          body: {
            templates,
            ...(preset !== undefined && { preset }),
            body: message?.format === 'text' ? message.message : (message?.payload ?? {}),
          },
        }),
      ),
  });
}
