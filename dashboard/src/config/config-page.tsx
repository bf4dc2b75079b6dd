import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import type { ConfigPlan } from '../api/types.ts';
import { Failure } from '../feedback/failure.tsx';
import { Actions } from '../shell/actions.tsx';
import { Page } from '../shell/page.tsx';
import { UnsavedGuard } from '../shell/unsaved-guard.tsx';
import { useConfigActions } from './config-actions.ts';
import { PlanView } from './plan-view.tsx';
import { saveText } from './save-text.ts';
import { secretNamesIn } from './secret-names.ts';

/** The configuration as one document: out of the router, and back into it. */
export function ConfigPage() {
  const [document, setDocument] = useState('');
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const [prune, setPrune] = useState(false);
  const [plan, setPlan] = useState<ConfigPlan>();
  const [isTyped, setTyped] = useState(false);
  const {
    read,
    plan: planning,
    apply,
  } = useConfigActions({
    onExported: (text) => {
      setDocument(text);
      setTyped(false);
      setPlan(undefined);
      planning.reset();
    },
    onPlanned: setPlan,
    onApplied: () => {
      setPlan(undefined);
      setSecrets({});
      setTyped(false);
    },
  });
  const names = secretNamesIn(document);
  const given = Object.fromEntries(
    Object.entries(secrets).filter(([name, text]) => names.includes(name) && text !== ''),
  );
  const draft = { document, secrets: given, prune };
  /** A plan is one of what was typed when it was made. */
  const change = (make: () => void) => {
    make();
    setPlan(undefined);
    apply.reset();
  };
  const failure = planning.error ?? apply.error;
  return (
    <Page
      title="As code"
      help="as-code"
      description="Webhooks, links and channels as one document. Secrets are only named in it."
      actions={
        <Actions>
          <Button loading={read.isPending} onClick={() => read.mutate()}>
            Export
          </Button>
          <Button disabled={document === ''} onClick={() => saveText('router.yaml', document)}>
            Download
          </Button>
        </Actions>
      }
    >
      <UnsavedGuard when={isTyped} />
      <Container
        header={
          <Header
            description="Everything that it names becomes exactly as it says. You see the plan before anything happens."
            actions={
              <Button
                loading={planning.isPending}
                disabled={document.trim() === ''}
                onClick={() => {
                  change(() => undefined);
                  planning.mutate(draft);
                }}
              >
                Show the plan
              </Button>
            }
          >
            Apply a document
          </Header>
        }
      >
        <SpaceBetween size="m">
          <FormField label="Document" constraintText="YAML or JSON." stretch>
            <Textarea
              value={document}
              rows={18}
              spellcheck={false}
              onChange={({ detail }) =>
                change(() => {
                  setDocument(detail.value);
                  setTyped(true);
                })
              }
            />
          </FormField>
          {names.map((name) => (
            <FormField key={name} label={`Secret ${name}`} constraintText="Left empty: what is stored stays.">
              <Input
                type="password"
                autoComplete={false}
                value={secrets[name] ?? ''}
                onChange={({ detail }) => change(() => setSecrets({ ...secrets, [name]: detail.value }))}
              />
            </FormField>
          ))}
          <Checkbox checked={prune} onChange={({ detail }) => change(() => setPrune(detail.checked))}>
            Delete what a document has made and this one does not name
          </Checkbox>
        </SpaceBetween>
      </Container>
      {failure !== null && <Failure error={failure} />}
      {plan !== undefined && (
        <PlanView
          plan={plan}
          isApplying={apply.isPending}
          onApply={() => apply.mutate({ ...draft, digest: plan.digest })}
        />
      )}
    </Page>
  );
}
