import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tiles from '@cloudscape-design/components/tiles';
import { useState } from 'react';
import { faultsOf } from '../api/api-error.ts';
import type { Channel, ChannelKind } from '../api/types.ts';
import { changedValues, initialValues } from '../forms/config-values.ts';
import { fieldsOf } from '../forms/json-schema.ts';
import { SchemaForm } from '../forms/schema-form.tsx';
import { useMay } from '../session/organization.tsx';
import { LearnMore } from '../shell/learn-more.tsx';
import { UnsavedGuard } from '../shell/unsaved-guard.tsx';
import { useChannelActions } from './channel-actions.ts';
import { helpOf } from './kind-help.ts';
import { fieldsFor, missingIn, valuesOf, waysOf, wayOf, wayTaken } from './kind-form.ts';
import { UpdatesField } from './updates-field.tsx';

interface ChannelConfigProps {
  readonly channel: Channel;
  readonly kind: ChannelKind;
}

/**
 * The config of a channel, and what it gets of alerts. Secrets are shown by their last characters and stay unless they are typed anew. The API says
 * beside each of them when it has to be: a new address must not get what is stored.
 */
export function ChannelConfig({ channel, kind }: ChannelConfigProps) {
  const may = useMay('admin');
  const [wayId, setWayId] = useState(() => wayTaken(kind, channel.config)?.id);
  const [initial] = useState(() => initialValues(fieldsOf(kind.configSchema), channel.config));
  const [values, setValues] = useState(initial);
  const [updates, setUpdates] = useState(channel.updates);
  const [hasTried, setTried] = useState(false);
  const { patch } = useChannelActions(channel.id);
  const way = wayOf(kind, wayId);
  const fields = fieldsFor(kind, way);
  const missing = missingIn(fields, values);
  const refused = faultsOf(patch.error);
  const save = () => {
    setTried(true);
    if (missing.length > 0) return;
    patch.mutate({
      config: changedValues(channel.config, valuesOf(fields, values)),
      ...(updates !== channel.updates && { updates }),
    });
  };
  const description =
    kind.secretFields.length === 0
      ? kind.description
      : 'Secrets are masked. Leave a masked secret as it is to keep it; another server needs all of them again.';
  return (
    <Container
      header={
        <Header
          description={
            <>
              {description} <LearnMore about={kind.title} page={helpOf(kind.name)} />
            </>
          }
          actions={
            may && (
              <Button loading={patch.isPending} onClick={save}>
                Save settings
              </Button>
            )
          }
        >
          Settings
        </Header>
      }
    >
      <UnsavedGuard when={(values !== initial || updates !== channel.updates) && (patch.isIdle || patch.isError)} />
      <SpaceBetween size="l">
        {way !== undefined && may && (
          <Tiles
            ariaLabel="How to connect"
            items={waysOf(kind).map(({ id, label, description }) => ({ value: id, label, description }))}
            value={way.id}
            onChange={({ detail }) => setWayId(detail.value)}
          />
        )}
        <SchemaForm
          fields={fields}
          values={values}
          onChange={setValues}
          faults={hasTried && missing.length > 0 ? missing : refused}
          readOnly={!may}
        />
        <UpdatesField kind={kind} value={updates} readOnly={!may} onChange={setUpdates} />
      </SpaceBetween>
    </Container>
  );
}
