import Alert from '@cloudscape-design/components/alert';
import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ConfigPlan } from '../api/types.ts';
import { changeText, type PlannedChange, realChanges, valueText } from './plan-words.ts';

interface PlanViewProps {
  readonly plan: ConfigPlan;
  readonly isApplying: boolean;
  readonly onApply: () => void;
}

/** What applying would do, before anything happens. */
export function PlanView({ plan, isApplying, onApply }: PlanViewProps) {
  const changes = realChanges(plan);
  const count = plan.changes.length - changes.length;
  return (
    <Container
      header={
        <Header
          counter={`(${changes.length})`}
          description={`${count} named in the document ${count === 1 ? 'stays' : 'stay'} as ${count === 1 ? 'it is' : 'they are'}.`}
          actions={
            <Button variant="primary" loading={isApplying} onClick={onApply}>
              Apply
            </Button>
          }
        >
          What applying does
        </Header>
      }
    >
      {changes.length === 0 ? (
        <Alert type="success">Everything is as the document says. Applying makes the document its owner.</Alert>
      ) : (
        <SpaceBetween size="m">
          {changes.map((change, index) => (
            <Change key={`${change.type} ${change.slug ?? index}`} change={change} />
          ))}
        </SpaceBetween>
      )}
    </Container>
  );
}

function Change({ change }: { readonly change: PlannedChange }) {
  return (
    <section>
      <strong className="breakable">{changeText(change)}</strong>{' '}
      {change.drift === true && <Badge color="severity-medium">Changed by hand</Badge>}
      <ul>
        {change.fields.map(({ path, before, after }) => (
          <li key={path} className="breakable">
            <code>{path}</code>: {valueText(before)} → {valueText(after)}
          </li>
        ))}
      </ul>
    </section>
  );
}
