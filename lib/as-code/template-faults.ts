import { Token } from 'aws-cdk-lib';
import { AUTO_RESOLVE_SECONDS } from '../../core/notification/lifecycle.ts';
import { parseTemplate } from '../../core/notification/liquid.ts';
import type { Fault } from './invalid.ts';

/** Liquid templates that map fields of the body. */
export interface TemplatesProps {
  readonly title?: string;
  readonly message?: string;
  readonly priority?: string;
  readonly tags?: string;
}

/** How a webhook groups its messages into alerts. What has no template is read as the preset or the body says. */
export interface LifecycleProps {
  /** A Liquid template of what a message is about. */
  readonly key?: string;
  /** A Liquid template of how that stands. */
  readonly status?: string;
  /** An alert that nobody says fires for so long is resolved. */
  readonly autoResolveSeconds?: number;
}

/** Templates that do not parse, with line and column. */
export function templateFaults(templates: TemplatesProps = {}): Fault[] {
  const { title, message, priority, tags } = templates;
  return Object.entries({ title, message, priority, tags }).flatMap(([field, source]) =>
    sourceFaults(`templates.${field}`, source),
  );
}

/** The same for the templates of a lifecycle, and a time that is out of range. */
export function lifecycleFaults({ key, status, autoResolveSeconds }: LifecycleProps = {}): Fault[] {
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
