import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { ApiError, failureText } from '../api/api-error.ts';
import type { Channel, ChannelKind } from '../api/types.ts';
import { filledValues, initialValues } from '../forms/config-values.ts';
import { fieldsOf } from '../forms/json-schema.ts';
import { SchemaForm } from '../forms/schema-form.tsx';
import { Actions } from '../shell/actions.tsx';
import { useCreateChannel } from './channel-actions.ts';

interface NewChannelFormProps {
  readonly kind: ChannelKind;
  readonly onCreated: (channel: Channel) => void;
  readonly onCancel: () => void;
}

/** Name and config of a new channel. */
export function NewChannelForm({ kind, onCreated, onCancel }: NewChannelFormProps) {
  const fields = fieldsOf(kind.configSchema);
  const [name, setName] = useState(kind.title);
  const [values, setValues] = useState(() => initialValues(fields));
  const create = useCreateChannel(onCreated);
  const faults = create.error instanceof ApiError ? create.error.details : [];
  const submit = () => create.mutate({ kind: kind.name, name: name.trim(), config: filledValues(values) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Form
        errorText={create.error === null ? '' : failureText(create.error)}
        actions={
          <Actions>
            <Button variant="link" formAction="none" onClick={onCancel}>
              Cancel
            </Button>
            <Button variant="primary" formAction="submit" loading={create.isPending}>
              Create channel
            </Button>
          </Actions>
        }
      >
        <Container>
          <SpaceBetween size="l">
            <FormField
              label="Name"
              description="Free text, shown wherever the channel is chosen."
              errorText={faults.find(({ path }) => path === 'name')?.message ?? ''}
            >
              <Input value={name} onChange={({ detail }) => setName(detail.value)} />
            </FormField>
            <SchemaForm fields={fields} values={values} onChange={setValues} faults={faults} />
          </SpaceBetween>
        </Container>
      </Form>
    </form>
  );
}
