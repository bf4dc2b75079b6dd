import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer } from './api.ts';

interface Operation {
  readonly responses: Record<string, { headers?: object; content?: Record<string, { schema: object }> }>;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object> };
}

/**
 * Checks answers against an OpenAPI document: the status is declared, the body matches its schema and holds no field
 * that the schema does not name, and a body is there exactly when one is declared.
 */
export function createAnswerCheck(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as never as (instance: Ajv2020) => void)(ajv);
  ajv.addSchema({ ...closed(structuredClone(document)), $id: 'document' });
  const paths = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

  return (method: string, path: string, { status, body, text }: Answer): string[] => {
    const found = paths.filter(({ pattern }) => pattern.test(path));
    const template = found.find((candidate) => candidate.template === path)?.template ?? found[0]?.template;
    if (template === undefined) return status === 404 ? [] : [`${path} is not in the document`];
    const operation = document.paths[template]?.[method.toLowerCase()];
    if (operation === undefined) return status === 405 ? [] : [`${method} ${template} is not in the document`];
    const response = operation.responses[String(status)];
    if (response === undefined) return [`${method} ${template} does not declare ${status}`];
    if (response.content === undefined) return text === '' ? [] : [`${status} declares no body`];
    const pointer = [
      'paths',
      template,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      'application/json',
    ];
    const validate = ajv.getSchema(`document#/${[...pointer, 'schema'].map(escape).join('/')}`);
    if (validate === undefined) return [`${method} ${template} ${status} declares no JSON`];
    return validate(body) === true
      ? []
      : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };
}

const escape = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** The same document with every listed object closed, so that an answer with one field too many is caught. */
function closed<T>(node: T): T {
  if (typeof node !== 'object' || node === null) return node;
  for (const value of Object.values(node)) closed(value);
  const schema = node as { type?: unknown; properties?: unknown; additionalProperties?: unknown };
  const isObject = schema.type === 'object' && typeof schema.properties === 'object';
  if (isObject && schema.additionalProperties === undefined) schema.additionalProperties = false;
  return node;
}
