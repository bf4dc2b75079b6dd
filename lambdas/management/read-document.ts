import { type ConfigDocument, MAX_ENTRIES } from '../../core/document/document.ts';
import type { Places } from '../../core/document/yaml.ts';
import type { Checked } from '../../core/directory/change-result.ts';
import { isJsonObject } from '../../core/message/json-object.ts';
import type { Issue } from '../../core/words/issue.ts';
import { issuesOf } from '../../core/words/issues-of.ts';
import { schemaWords } from '../../core/words/schema-words.ts';
import { DocumentField } from './document-fields.ts';
import { lifecycleMistakes, templateMistakes } from './routes/templates.ts';

/** A document that was read, and how to say where in its text something stands. */
export interface ReadDocument {
  readonly document: ConfigDocument;
  /** Adds line and column to issues, if the document came as text. */
  readonly place: (issues: readonly Issue[]) => Issue[];
}

const MAX_ISSUES = 20;

/** Checks everything about a document that can be told without looking at what is stored. */
export async function readDocument(sent: unknown): Promise<Checked<ReadDocument>> {
  const read = typeof sent === 'string' ? await readText(sent) : asSent(sent);
  if (read.kind === 'invalid') return { kind: 'invalid', issues: below(read.issues) };
  const { value, place } = read.value;
  const issues = tooManyEntries(value);
  if (issues.length > 0) return { kind: 'invalid', issues: place(below(issues)) };
  const parsed = DocumentField.safeParse(value, { error: schemaWords });
  if (!parsed.success) return { kind: 'invalid', issues: place(issuesOf(parsed.error.issues, ['document'])) };
  const mistakes = await mistakesIn(parsed.data);
  if (mistakes.length > 0) return { kind: 'invalid', issues: place(below(mistakes)) };
  return { kind: 'done', value: { document: parsed.data, place } };
}

interface Sent {
  readonly value: unknown;
  readonly place: ReadDocument['place'];
}

function asSent(value: unknown): Checked<Sent> {
  return { kind: 'done', value: { value, place: (issues) => [...issues] } };
}

/** Most documents come as JSON; the reader of YAML is loaded for the first that does not. */
async function readText(text: string): Promise<Checked<Sent>> {
  const { placed, readYaml } = await import('../../core/document/yaml.ts');
  const read = readYaml(text);
  if (read.kind === 'invalid') return read;
  const places: Places = read.places;
  return { kind: 'done', value: { value: read.value, place: (issues) => placed(issues, places) } };
}

function below(issues: readonly Issue[]): Issue[] {
  return issues.map(({ path, message }) => ({ path: path === '' ? 'document' : `document.${path}`, message }));
}

/** Counted before anything else: a complaint about each of a hundred thousand entries would take long. */
function tooManyEntries(value: unknown): Issue[] {
  if (!isJsonObject(value)) return [];
  return ['channels', 'webhooks'].flatMap((section) => {
    const entries = value[section];
    if (!isJsonObject(entries) || Object.keys(entries).length <= MAX_ENTRIES) return [];
    return [{ path: section, message: `must have at most ${MAX_ENTRIES} entries` }];
  });
}

async function mistakesIn({ webhooks = {} }: ConfigDocument): Promise<Issue[]> {
  const found: Issue[] = [];
  for (const [slug, { templates, lifecycle }] of Object.entries(webhooks)) {
    const mistakes = (await templateMistakes(templates)) ?? (await lifecycleMistakes(lifecycle));
    if (mistakes?.kind !== 'invalid') continue;
    found.push(...mistakes.issues.map(({ path, message }) => ({ path: `webhooks.${slug}.${path}`, message })));
    if (found.length >= MAX_ISSUES) break;
  }
  return found.slice(0, MAX_ISSUES);
}
