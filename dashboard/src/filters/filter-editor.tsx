import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import type { Filter } from '../api/types.ts';
import { FilterBuilder } from './filter-builder.tsx';
import { parseFilter } from './parse-filter.ts';
import { isComplete, type Rows, toFilter, toRows } from './rows.ts';

interface FilterEditorProps {
  readonly initial: Filter | null;
  /** `undefined`: what is typed is no filter yet. */
  readonly onChange: (filter: Filter | null | undefined) => void;
}

const TEXT_ROWS = 12;

/** One filter in two views: conditions in rows, and JSON. */
export function FilterEditor({ initial, onChange }: FilterEditorProps) {
  const [view, setView] = useState(toRows(initial) === undefined ? 'json' : 'builder');
  const [text, setText] = useState(() => JSON.stringify(initial, null, 2));
  const [rows, setRows] = useState<Rows>(() => toRows(initial) ?? { join: 'all', rows: [] });
  const parsed = parseFilter(text);

  const changeRows = (next: Rows) => {
    const filter = toFilter(next);
    setRows(next);
    setText(JSON.stringify(filter, null, 2));
    // A condition that was only just added is no mistake yet.
    onChange(isComplete(next) ? filter : undefined);
  };
  const changeText = (next: string) => {
    const result = parseFilter(next);
    const known = result.kind === 'filter' ? toRows(result.filter) : undefined;
    setText(next);
    if (known !== undefined) setRows(known);
    onChange(result.kind === 'filter' ? result.filter : undefined);
  };
  const isBuildable = parsed.kind === 'filter' && toRows(parsed.filter) !== undefined;
  return (
    <Container
      header={
        <Header
          actions={
            <SegmentedControl
              label="View"
              selectedId={view}
              options={[
                { id: 'builder', text: 'Builder' },
                { id: 'json', text: 'JSON' },
              ]}
              onChange={({ detail }) => setView(detail.selectedId)}
            />
          }
        >
          Conditions
        </Header>
      }
    >
      <SpaceBetween size="m">
        {view === 'builder' && !isBuildable && (
          <Alert type="info">
            This filter is nested deeper than the builder shows. Edit it as JSON; nothing is changed meanwhile.
          </Alert>
        )}
        {view === 'builder' && isBuildable && <FilterBuilder value={rows} onChange={changeRows} />}
        {view === 'json' && (
          <FormField
            label="Filter as JSON"
            description='Groups: {"all": […]}, {"any": […]}, {"not": …}. Conditions: {"tags": …}, {"priority": …}, {"path": …, "op": …, "value": …}. null is everything.'
            errorText={parsed.kind === 'wrong' ? parsed.message : ''}
            stretch
          >
            <Textarea
              value={text}
              rows={TEXT_ROWS}
              spellcheck={false}
              onChange={({ detail }) => changeText(detail.value)}
            />
          </FormField>
        )}
      </SpaceBetween>
    </Container>
  );
}
