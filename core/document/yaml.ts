import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, stringify } from 'yaml';
import type { Issue } from '../words/issue.ts';

/** Where things stand in a YAML text: by the path of the thing, its line and column from 1. */
export type Places = ReadonlyMap<string, string>;

/** What a YAML text says, or what is wrong with it. */
export type ReadYaml =
  | { readonly kind: 'ok'; readonly value: unknown; readonly places: Places }
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] };

/** Far deeper than any document, far less than the stack can follow. */
const MAX_DEPTH = 64;

const MAX_ISSUES = 20;

const tooDeep = `nested deeper than ${MAX_DEPTH} levels`;

/** What to say of mistakes, by the code of the library: nobody sees its own messages. */
const words: Readonly<Record<string, string>> = {
  BAD_INDENT: 'the indentation does not fit',
  TAB_AS_INDENT: 'a tab cannot indent: use spaces',
  BAD_DQ_ESCAPE: 'this escape is not known',
  BAD_SCALAR_START: 'text that starts like this must be in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a name must be on a line of its own',
  BLOCK_IN_FLOW: 'braces and brackets hold no indented lists or maps',
  MISSING_CHAR: 'a character is missing here, such as a quote, a colon, a comma or a bracket',
  MULTILINE_IMPLICIT_KEY: 'a name must be on one line, with its colon',
  MULTIPLE_DOCS: 'one text holds one document',
  NON_STRING_KEY: 'a name must be text',
  KEY_OVER_1024_CHARS: 'a name has at most 1,024 characters',
  RESOURCE_EXHAUSTION: tooDeep,
  TAG_RESOLVE_FAILED: 'tags are not allowed',
  UNEXPECTED_TOKEN: 'this does not belong here',
};

/** Reads YAML 1.2 without tags and aliases: what a text holds is what it shows. */
export function readYaml(text: string): ReadYaml {
  const lines = new LineCounter();
  // Names that are there twice are found below: the library compares each name with each other one.
  const options = {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    stringKeys: true,
    schema: 'core',
  } as const;
  const parsed = parseDocument(text, options);
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `line ${line}, column ${col}`;
  };
  const mistakes = [...parsed.errors, ...parsed.warnings];
  if (mistakes.length > 0) {
    const messages = new Set(mistakes.map(({ code, pos }) => `${at(pos[0])}: ${words[code] ?? NOT_YAML}`));
    return invalid([...messages].map((message) => ({ path: '', message })));
  }
  const reading: Reading = { at, places: new Map(), issues: [] };
  const value = valueOf(parsed.contents, { path: '', depth: 0 }, reading);
  return reading.issues.length > 0 ? invalid(reading.issues) : { kind: 'ok', value, places: reading.places };
}

const NOT_YAML = 'this is not YAML';

const invalid = (issues: readonly Issue[]): ReadYaml => ({ kind: 'invalid', issues: issues.slice(0, MAX_ISSUES) });

interface Reading {
  readonly at: (offset: number) => string;
  readonly places: Map<string, string>;
  readonly issues: Issue[];
}

interface Place {
  readonly path: string;
  readonly depth: number;
}

function valueOf(node: unknown, { path, depth }: Place, reading: Reading): unknown {
  const refuse = (offset: number, message: string) => {
    reading.issues.push({ path, message: `${reading.at(offset)}: ${message}` });
  };
  if (isScalar(node)) return node.value;
  if (isAlias(node)) return refuse(offsetOf(node), 'aliases are not allowed: write it out');
  if (depth > MAX_DEPTH) return refuse(offsetOf(node), tooDeep);
  if (isSeq(node)) {
    return node.items.map((item, index) => {
      const place = { path: `${path}[${index}]`, depth: depth + 1 };
      reading.places.set(place.path, reading.at(offsetOf(item)));
      return valueOf(item, place, reading);
    });
  }
  if (!isMap(node)) return null;
  const entries = new Map<string, unknown>();
  for (const { key, value } of node.items) {
    const name = String(isScalar(key) && key.value);
    const place = { path: path === '' ? name : `${path}.${name}`, depth: depth + 1 };
    if (entries.has(name)) refuse(offsetOf(key), `"${name}" is here twice`);
    reading.places.set(place.path, reading.at(offsetOf(key)));
    entries.set(name, valueOf(value, place, reading));
  }
  return Object.fromEntries(entries);
}

function offsetOf(node: unknown): number {
  return Number(isNode(node) && node.range?.[0]);
}

/** Issues with the line and column of what they are about, or of the nearest thing around it. */
export function placed(issues: readonly Issue[], places: Places): Issue[] {
  return issues.map(({ path, message }) => {
    const place = nearest(path.replace(/^document\.?/, ''), places);
    return { path, message: place === undefined ? message : `${place}: ${message}` };
  });
}

function nearest(path: string, places: Places): string | undefined {
  for (let rest = path; rest !== ''; rest = rest.replace(/(?:^|\.)[^.[\]]*$|\[\d+\]$/, '')) {
    const place = places.get(rest);
    if (place !== undefined) return place;
  }
  return undefined;
}

/**
 * A document as YAML that readers of YAML 1.1 understand the same way.
 *
 * @param schemaUrl where editors find the schema
 */
export function writeYaml(document: unknown, schemaUrl: string): string {
  const text = stringify(document, { compat: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false });
  return `# yaml-language-server: $schema=${schemaUrl}\n${text}`;
}
