import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { Channel, ChannelKind } from '../api/types.ts';
import { changedValues, initialValues } from '../forms/config-values.ts';
import { fieldsOf } from '../forms/json-schema.ts';
import { SchemaForm } from '../forms/schema-form.tsx';
import { useMay } from '../session/organization.tsx';
import { useChannelActions } from './channel-actions.ts';

interface ChannelConfigProps {
  readonly channel: Channel;
  readonly kind: ChannelKind;
}

/**
 * The config of a channel. Secrets are shown by their last characters and stay unless they are typed anew. The API says
 * beside each of them when it has to be: a new address must not get what is stored.
 */
export function ChannelConfig({ channel, kind }: ChannelConfigProps) {
  const may = useMay('admin');
  const fields = fieldsOf(kind.configSchema);
  const [values, setValues] = useState(() => initialValues(fields, channel.config));
  const { patch } = useChannelActions(channel.id);
  const faults = patch.error instanceof ApiError ? patch.error.details : [];
  const description =
    kind.secretFields.length === 0
      ? kind.description
      : 'Secrets are masked. What is masked stays as it is; a change to another server needs them again.';
  return (
    <Container
      header={
        <Header
          description={description}
          actions={
            may && (
              <Button
                loading={patch.isPending}
                onClick={() => patch.mutate({ config: changedValues(channel.config, values) })}
              >
                Save config
              </Button>
            )
          }
        >
          Config
        </Header>
      }
    >
      <SchemaForm fields={fields} values={values} onChange={setValues} faults={faults} readOnly={!may} />
    </Container>
  );
}
