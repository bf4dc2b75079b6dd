import { Token } from 'aws-cdk-lib';
import type { Templates } from '../../core/notification/field-templates.ts';
import { AUTO_RESOLVE_SECONDS, type Lifecycle } from '../../core/notification/lifecycle.ts';
import { parseTemplate } from '../../core/notification/liquid.ts';
import type { Fault } from './invalid.ts';

/** Templates that do not parse, with line and column. */
export function templateFaults(templates: Templates = {}): Fault[] {
  const { title, message, priority, tags } = templates;
  return Object.entries({ title, message, priority, tags }).flatMap(([field, source]) =>
    sourceFaults(`templates.${field}`, source),
  );
}

/** The same for the templates of a lifecycle, and a time that is out of range. */
export function lifecycleFaults({ key, status, autoResolveSeconds }: Lifecycle = {}): Fault[] {
  const { min, max } = AUTO_RESOLVE_SECONDS;
  const isOutside =
    autoResolveSeconds !== undefined &&
    !(Number.isInteger(autoResolveSeconds) && autoResolveSeconds >= min && autoResolveSeconds <= max);
  const message = `must be a whole number of seconds from ${min} to ${max}`;
  return [
    ...sourceFaults('lifecycle.key', key),
    ...sourceFaults('lifecycle.status', status),
    ...(isOutside ? [{ path: 'lifecycle.autoResolveSeconds', message }] : []),
  ];
}

function sourceFaults(path: string, source: string | undefined): Fault[] {
  if (source === undefined || Token.isUnresolved(source)) return [];
  const parsed = parseTemplate(source);
  if (parsed.kind === 'template') return [];
  const { message, line, column } = parsed.mistake;
  return [{ path, message: `${message} (line ${line}, column ${column})` }];
}
