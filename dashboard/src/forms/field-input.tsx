import AttributeEditor from '@cloudscape-design/components/attribute-editor';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { type FieldSchema, isRecord } from './json-schema.ts';

interface FieldInputProps {
  readonly field: FieldSchema;
  readonly value: unknown;
  readonly readOnly: boolean;
  readonly onChange: (value: unknown) => void;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The control of one field that has a value of its own. */
export function FieldInput(props: FieldInputProps) {
  const { field, value, readOnly, onChange } = props;
  const { shape, example } = field;
  switch (shape.kind) {
    case 'choice': {
      const options = shape.options.map((option) => ({ value: option, label: option }));
      return (
        <Select
          options={options}
          readOnly={readOnly}
          selectedOption={options.find((option) => option.value === value) ?? null}
          onChange={({ detail }) => onChange(detail.selectedOption.value)}
        />
      );
    }
    case 'lines':
      return <Lines {...props} />;
    case 'pairs':
      return <Pairs {...props} />;
    case 'number':
      return (
        <Input
          type="number"
          value={textOf(value)}
          readOnly={readOnly}
          placeholder={example}
          onChange={({ detail }) => onChange(detail.value === '' ? undefined : Number(detail.value))}
        />
      );
    case 'text':
    case 'group':
    case 'switch':
      return (
        <Input
          value={textOf(value)}
          readOnly={readOnly}
          placeholder={example}
          spellcheck={false}
          autoComplete={false}
          onChange={({ detail }) => onChange(detail.value)}
        />
      );
  }
}

const LINES = 3;

/** A list, one item a line. */
function Lines({ field, value, readOnly, onChange }: FieldInputProps) {
  const [text, setText] = useState(() => (Array.isArray(value) ? value.join('\n') : ''));
  const change = (next: string) => {
    setText(next);
    const lines = next.split('\n').map((line) => line.trim());
    onChange(lines.filter((line) => line !== ''));
  };
  return (
    <Textarea
      value={text}
      rows={LINES}
      readOnly={readOnly}
      placeholder={`${field.example}\n(one a line)`}
      onChange={({ detail }) => change(detail.value)}
    />
  );
}

type Pair = readonly [name: string, value: string];

/** Names with values, such as headers. */
function Pairs({ value, readOnly, onChange }: FieldInputProps) {
  const [pairs, setPairs] = useState<readonly Pair[]>(() =>
    isRecord(value) ? Object.entries(value).map(([name, text]): Pair => [name, textOf(text)]) : [],
  );
  const change = (next: readonly Pair[]) => {
    setPairs(next);
    onChange(Object.fromEntries(next.filter(([name]) => name.trim() !== '')));
  };
  const replace = (at: number, pair: Pair) => change(pairs.map((old, index) => (index === at ? pair : old)));
  return (
    <AttributeEditor
      items={pairs}
      disableAddButton={readOnly}
      isItemRemovable={() => !readOnly}
      addButtonText="Add"
      removeButtonText="Remove"
      empty="None"
      onAddButtonClick={() => change([...pairs, ['', '']])}
      onRemoveButtonClick={({ detail }) => change(pairs.filter((_, index) => index !== detail.itemIndex))}
      definition={[
        {
          label: 'Name',
          control: ([name, text], at) => (
            <Input value={name} ariaLabel="Name" onChange={({ detail }) => replace(at, [detail.value, text])} />
          ),
        },
        {
          label: 'Value',
          control: ([name, text], at) => (
            <Input value={text} ariaLabel="Value" onChange={({ detail }) => replace(at, [name, detail.value])} />
          ),
        },
      ]}
    />
  );
}
