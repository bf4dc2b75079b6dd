import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import type { FieldFault } from '../api/api-error.ts';
import type { Values } from './config-values.ts';
import { type FieldSchema, isRecord } from './json-schema.ts';
import { faultsAt } from './faults-at.ts';
import { FieldInput } from './field-input.tsx';

interface SchemaFormProps {
  readonly fields: readonly FieldSchema[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  /** What the API found wrong, by path below `config`. */
  readonly faults?: readonly FieldFault[];
  readonly readOnly?: boolean;
  /** The path of these fields below `config`. */
  readonly above?: string;
}

/** A form drawn from a JSON Schema: each field with its help, an example and what is wrong with it. */
export function SchemaForm(props: SchemaFormProps) {
  return (
    <SpaceBetween size="l">
      {props.fields.map((field) => (
        <SchemaField key={field.name} {...props} field={field} />
      ))}
    </SpaceBetween>
  );
}

/** The same with what nobody has to fill in below a fold, where there is anything else. */
export function FoldedSchemaForm({ fields, ...form }: SchemaFormProps) {
  const needed = fields.filter(({ required }) => required);
  const others = fields.filter(({ required }) => !required);
  if (needed.length === 0) return <SchemaForm {...form} fields={fields} />;
  const hasFault = (form.faults ?? []).some(({ path }) => others.some(({ name }) => isBelow(`config.${name}`, path)));
  return (
    <SpaceBetween size="l">
      <SchemaForm {...form} fields={needed} />
      {others.length > 0 && (
        <ExpandableSection key={String(hasFault)} headerText="More options" defaultExpanded={hasFault}>
          <SchemaForm {...form} fields={others} />
        </ExpandableSection>
      )}
    </SpaceBetween>
  );
}

const isBelow = (path: string, part: string): boolean => part === path || part.startsWith(`${path}.`);

function SchemaField({ field, above = '', ...form }: SchemaFormProps & { readonly field: FieldSchema }) {
  const { values, onChange, faults = [], readOnly = false } = form;
  const { name, title, description, shape } = field;
  const path = above === '' ? name : `${above}.${name}`;
  const value = values[name];
  const change = (next: unknown) => onChange({ ...values, [name]: next });
  if (shape.kind === 'switch') {
    return (
      <Toggle
        checked={value === true}
        readOnly={readOnly}
        description={description}
        onChange={({ detail }) => change(detail.checked)}
      >
        {title}
      </Toggle>
    );
  }
  if (shape.kind === 'group') {
    return (
      <ExpandableSection headerText={title} headerDescription={description}>
        <SchemaForm
          fields={shape.fields}
          values={isRecord(value) ? value : {}}
          onChange={change}
          faults={faults}
          readOnly={readOnly}
          above={path}
        />
      </ExpandableSection>
    );
  }
  return (
    <FormField
      label={field.required ? title : `${title} - optional`}
      description={description}
      errorText={faultsAt(`config.${path}`, faults)}
    >
      <FieldInput field={field} value={value} readOnly={readOnly} onChange={change} />
    </FormField>
  );
}
