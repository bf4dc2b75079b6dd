import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { Webhook } from '../api/types.ts';
import { useMay } from '../session/organization.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { useWebhookActions } from './webhook-actions.ts';

const FIELDS = ['title', 'message', 'priority', 'tags'] as const;
type Field = (typeof FIELDS)[number];

const hints: Readonly<Record<Field, string>> = {
  title: 'For example: {{ repository.name }}: {{ action }}',
  message: 'For example: {{ alert.summary | default: body.message }}',
  priority: 'A number from 1 to 5, for example: {% if level == "critical" %}5{% endif %}',
  tags: 'Separated by commas, for example: {{ environment }}, {{ service }}',
};

/** Liquid templates that map fields of the body, shown at work on a recent message. */
export function TemplateEditor({ webhook }: { readonly webhook: Webhook }) {
  const may = useMay('admin');
  const [draft, setDraft] = useState<Partial<Record<Field, string>>>(() => ({ ...webhook.templates }));
  const { patch } = useWebhookActions(webhook.id);
  const templates = Object.fromEntries(FIELDS.map((field) => [field, draft[field]?.trim() ? draft[field] : null]));
  const faults = patch.error instanceof ApiError ? patch.error.details : [];
  const faultOf = (field: Field) => faults.find(({ path }) => path.endsWith(`templates.${field}`))?.message ?? '';
  const change = (field: Field, value: string) => setDraft((now) => ({ ...now, [field]: value }));
  return (
    <Container
      header={
        <Header
          description="Liquid templates. They win over the preset and over what is guessed; an empty one changes nothing."
          actions={
            may && (
              <Button loading={patch.isPending} onClick={() => patch.mutate({ templates })}>
                Save templates
              </Button>
            )
          }
        >
          Templates
        </Header>
      }
    >
      <ColumnLayout columns={2}>
        <SpaceBetween size="m">
          {FIELDS.map((field) => (
            <FormField
              key={field}
              label={field.charAt(0).toUpperCase() + field.slice(1)}
              constraintText={hints[field]}
              errorText={faultOf(field)}
            >
              {field === 'message' ? (
                <Textarea
                  value={draft[field] ?? ''}
                  rows={4}
                  readOnly={!may}
                  spellcheck={false}
                  onChange={({ detail }) => change(field, detail.value)}
                />
              ) : (
                <Input
                  value={draft[field] ?? ''}
                  readOnly={!may}
                  spellcheck={false}
                  onChange={({ detail }) => change(field, detail.value)}
                />
              )}
            </FormField>
          ))}
          <Box color="text-body-secondary">
            At hand are the keys of the body, body for the whole of it, and headers. A template that fails never loses
            the notification: the guessed value stays.
          </Box>
        </SpaceBetween>
        <TemplatePreview webhook={webhook} draft={draft} />
      </ColumnLayout>
    </Container>
  );
}
