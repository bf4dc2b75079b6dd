import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import type { FieldFault } from '../api/api-error.ts';
import type { Webhook } from '../api/types.ts';
import { faultsAt } from '../forms/faults-at.ts';
import { LearnMore } from '../shell/learn-more.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { TEMPLATE_FIELDS, type TemplateDraft, type TemplateField } from './webhook-draft.ts';

const hints: Readonly<Record<TemplateField, string>> = {
  title: 'For example: {{ repository.name }}: {{ action }}',
  message: 'For example: {{ alert.summary | default: body.message }}',
  priority: 'A number from 1 to 5, for example: {% if level == "critical" %}5{% endif %}',
  tags: 'Separated by commas, for example: {{ environment }}, {{ service }}',
};

interface TemplateFieldsProps {
  readonly webhook: Webhook;
  readonly draft: TemplateDraft;
  readonly faults?: readonly FieldFault[];
  /** Absent: they are only looked at. */
  readonly onChange?: (draft: TemplateDraft) => void;
}

const NONE: readonly FieldFault[] = [];

/** Liquid templates that map fields of the body, shown at work on a recent message. */
export function TemplateFields({ webhook, draft, faults = NONE, onChange }: TemplateFieldsProps) {
  return (
    <Container
      header={
        <Header
          description={
            <>
              Liquid templates. They override the preset and what the router detects. Leave one empty to change nothing.{' '}
              <LearnMore about="templates" page="templates" />
            </>
          }
        >
          Templates
        </Header>
      }
    >
      <ColumnLayout columns={2}>
        <SpaceBetween size="m">
          {TEMPLATE_FIELDS.map((field) => {
            const Field = field === 'message' ? Textarea : Input;
            return (
              <FormField
                key={field}
                label={field.charAt(0).toUpperCase() + field.slice(1)}
                constraintText={hints[field]}
                errorText={faultsAt(`templates.${field}`, faults)}
              >
                <Field
                  value={draft[field] ?? ''}
                  readOnly={onChange === undefined}
                  spellcheck={false}
                  onChange={({ detail }) => onChange?.({ ...draft, [field]: detail.value })}
                />
              </FormField>
            );
          })}
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
