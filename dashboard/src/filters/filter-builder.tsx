import AttributeEditor from '@cloudscape-design/components/attribute-editor';
import Input from '@cloudscape-design/components/input';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { pathOperators, priorityOperators, tagOperators, wordsOf } from './operators.ts';
import type { Row, Rows } from './rows.ts';

interface FilterBuilderProps {
  readonly value: Rows;
  readonly onChange: (value: Rows) => void;
}

const subjects = [
  { value: 'tags', label: 'Tags' },
  { value: 'priority', label: 'Priority' },
  { value: 'path', label: 'Body field' },
] as const;

const operators = { tags: tagOperators, priority: priorityOperators, path: pathOperators };

const first: Readonly<Record<Row['subject'], Row>> = {
  tags: { subject: 'tags', path: '', op: 'any', value: '' },
  priority: { subject: 'priority', path: '', op: 'gte', value: '3' },
  path: { subject: 'path', path: '', op: 'eq', value: '' },
};

const hints: Readonly<Record<Row['subject'], string>> = {
  tags: 'production, billing',
  priority: '1 to 5',
  path: 'Text, number or true; lists with commas',
};

/** Conditions in rows: what is looked at, how it is compared, and with what. */
export function FilterBuilder({ value, onChange }: FilterBuilderProps) {
  const change = (index: number, row: Row) =>
    onChange({ ...value, rows: value.rows.map((old, at) => (at === index ? row : old)) });
  return (
    <SpaceBetween size="m">
      {value.rows.length > 1 && (
        <SegmentedControl
          label="Match"
          selectedId={value.join}
          options={[
            { id: 'all', text: 'Match all' },
            { id: 'any', text: 'Match any' },
          ]}
          onChange={({ detail }) => onChange({ ...value, join: detail.selectedId === 'any' ? 'any' : 'all' })}
        />
      )}
      <AttributeEditor
        items={value.rows}
        addButtonText="Add condition"
        removeButtonText="Remove"
        removeButtonAriaLabel={(row: Row) =>
          `Remove the condition on ${row.subject === 'path' ? row.path : row.subject}`
        }
        empty="No conditions: every notification matches."
        onAddButtonClick={() => onChange({ ...value, rows: [...value.rows, first.tags] })}
        onRemoveButtonClick={({ detail }) =>
          onChange({ ...value, rows: value.rows.filter((_, at) => at !== detail.itemIndex) })
        }
        definition={[
          { label: 'Field', control: (row, index) => <Subject row={row} onChange={(next) => change(index, next)} /> },
          {
            label: 'Comparison',
            control: (row, index) => <Operator row={row} onChange={(next) => change(index, next)} />,
          },
          { label: 'Value', control: (row, index) => <Value row={row} onChange={(next) => change(index, next)} /> },
        ]}
      />
    </SpaceBetween>
  );
}

interface PartProps {
  readonly row: Row;
  readonly onChange: (row: Row) => void;
}

function Subject({ row, onChange }: PartProps) {
  const choose = (value: string | undefined) => {
    const chosen = subjects.find((subject) => subject.value === value);
    if (chosen !== undefined) onChange(first[chosen.value]);
  };
  return (
    <SpaceBetween size="xxs">
      <Select
        options={subjects}
        ariaLabel="Field"
        selectedOption={subjects.find(({ value }) => value === row.subject) ?? null}
        onChange={({ detail }) => choose(detail.selectedOption.value)}
      />
      {row.subject === 'path' && (
        <Input
          value={row.path}
          ariaLabel="Path into the body"
          placeholder="payload.environment"
          spellcheck={false}
          onChange={({ detail }) => onChange({ ...row, path: detail.value })}
        />
      )}
    </SpaceBetween>
  );
}

function Operator({ row, onChange }: PartProps) {
  const options = Object.entries(operators[row.subject]).map(([value, { says, offered = says }]) => ({
    value,
    label: offered,
  }));
  return (
    <Select
      options={options}
      ariaLabel="Comparison"
      selectedOption={options.find(({ value }) => value === row.op) ?? null}
      onChange={({ detail }) => onChange({ ...row, op: detail.selectedOption.value ?? row.op })}
    />
  );
}

function Value({ row, onChange }: PartProps) {
  if (row.subject === 'path' && wordsOf(pathOperators, row.op)?.takes === 'nothing') return null;
  return (
    <Input
      value={row.value}
      ariaLabel="Value"
      placeholder={hints[row.subject]}
      spellcheck={false}
      onChange={({ detail }) => onChange({ ...row, value: detail.value })}
    />
  );
}
