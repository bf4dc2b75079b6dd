import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tiles from '@cloudscape-design/components/tiles';
import { useState } from 'react';
import { type FieldFault, failureText, faultsOf } from '../api/api-error.ts';
import type { Channel, ChannelKind } from '../api/types.ts';
import { filledValues, initialValues } from '../forms/config-values.ts';
import { faultsAt } from '../forms/faults-at.ts';
import { fieldsOf } from '../forms/json-schema.ts';
import { FoldedSchemaForm } from '../forms/schema-form.tsx';
import { Actions } from '../shell/actions.tsx';
import { UnsavedGuard } from '../shell/unsaved-guard.tsx';
import { useCreateChannel, useTestDraft } from './channel-actions.ts';
import { ChannelPreview } from './channel-preview.tsx';
import { TestResult } from './channel-test.tsx';
import { GuideSteps } from './guide-steps.tsx';
import { fieldsFor, missingIn, previewConfig, valuesOf, waysOf, wayOf } from './kind-form.ts';
import { guideOf } from './kind-guides.ts';
import { type Updates, UpdatesField } from './updates-field.tsx';

/** A channel as the form has it. */
interface Draft {
  readonly kind: ChannelKind['name'];
  readonly name: string;
  readonly config: Record<string, unknown>;
  readonly updates?: Updates;
}

interface NewChannelFormProps {
  readonly kind: ChannelKind;
  readonly onCreated: (channel: Channel) => void;
  readonly onCancel: () => void;
}

/** A new channel: which way, what to do for it elsewhere, then the fields of that way. */
export function NewChannelForm({ kind, onCreated, onCancel }: NewChannelFormProps) {
  const [wayId, setWayId] = useState<string>();
  const [name, setName] = useState(kind.title);
  const [initial] = useState(() => initialValues(fieldsOf(kind.configSchema)));
  const [values, setValues] = useState(initial);
  // Undecided: as the kind does.
  const [updates, setUpdates] = useState<Updates>();
  const [hasTried, setTried] = useState(false);
  const create = useCreateChannel(onCreated);
  const test = useTestDraft();
  // A Live Stream has nobody to send to yet, and a web push channel no browser.
  const isTestable = kind.name !== 'live-stream' && kind.name !== 'web-push';
  const isDirty = values !== initial;
  const way = wayOf(kind, wayId);
  const guide = way ?? guideOf(kind.name);
  const fields = fieldsFor(kind, way);
  const missing = [...(name.trim() === '' ? [noName] : []), ...missingIn(fields, values)];
  const error = create.error ?? test.error;
  const refused = faultsOf(error);
  // Nothing is red before somebody has tried.
  const faults = hasTried && missing.length > 0 ? missing : refused;
  const config = valuesOf(fields, values);
  const send = (how: (channel: Draft) => void) => {
    setTried(true);
    if (missing.length > 0) return;
    how({ kind: kind.name, name: name.trim(), config: filledValues(config), ...(updates && { updates }) });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(create.mutate);
      }}
    >
      <UnsavedGuard when={isDirty && (create.isIdle || create.isError)} />
      <Form
        errorText={faults.some(isShown) ? 'Check the fields marked above.' : errorOf(error)}
        actions={
          <Actions>
            <Button variant="link" formAction="none" onClick={onCancel}>
              Cancel
            </Button>
            {isTestable && (
              <Button formAction="none" loading={test.isPending} onClick={() => send(test.mutate)}>
                Send test
              </Button>
            )}
            <Button variant="primary" formAction="submit" loading={create.isPending}>
              Create channel
            </Button>
          </Actions>
        }
      >
        <SpaceBetween size="l">
          {way !== undefined && (
            <Tiles
              ariaLabel="How to connect"
              items={waysOf(kind).map(({ id, label, description }) => ({ value: id, label, description }))}
              value={way.id}
              onChange={({ detail }) => setWayId(detail.value)}
            />
          )}
          {'steps' in guide && (
            <Container header={<Header variant="h2">Before you start</Header>}>
              <GuideSteps steps={guide.steps} at={guide.at} />
            </Container>
          )}
          <Container header={<Header variant="h2">{kind.title}</Header>}>
            <SpaceBetween size="l">
              <FormField
                label="Name"
                description="Shown wherever you choose a channel."
                errorText={faultsAt('name', faults)}
              >
                <Input value={name} onChange={({ detail }) => setName(detail.value)} />
              </FormField>
              <FoldedSchemaForm fields={fields} values={values} onChange={setValues} faults={faults} />
              <UpdatesField kind={kind} value={updates} onChange={setUpdates} />
            </SpaceBetween>
          </Container>
          {isTestable && (
            <Container header={<Header variant="h2">Preview</Header>}>
              <ChannelPreview kind={kind} config={previewConfig(fields, config)} />
            </Container>
          )}
          {test.data !== undefined && <TestResult result={test.data} />}
        </SpaceBetween>
      </Form>
    </form>
  );
}

const noName: FieldFault = { path: 'name', message: 'Enter a name.' };

const errorOf = (error: Error | null): string => (error === null ? '' : failureText(error));

/** Whether a fault stands beside a field of the form. */
const isShown = ({ path }: FieldFault): boolean => path === 'name' || path.startsWith('config.');
