import { escapeHtml } from '../../../core/channels/html-pieces.ts';
import { isJsonObject, type JsonObject } from '../../../core/message/json-object.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly facts: JsonObject;
}

/** The reference as a page: every operation with its example, which can be sent from there. */
export function docsPage(document: JsonObject): string {
  const operations = operationsOf(document);
  const tags = [...new Set(operations.map(tagOf))];
  const sections = tags.map((tag) =>
    sectionOf(
      tag,
      operations.filter((operation) => tagOf(operation) === tag),
    ),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference</title>
<link rel="stylesheet" href="/api/v1/docs/reference.css">
<script src="/api/v1/docs/reference.js" defer></script>
</head>
<body>
<header>
<h1>API reference</h1>
<p>Made from <a href="/api/v1/openapi.json">openapi.json</a>: ${operations.length} operations.</p>
<p><label for="credential">Management token, or the API key of a webhook</label>
<input id="credential" type="password" autocomplete="off" spellcheck="false">
<small>It stays in this page and is sent with the calls that you make here.</small></p>
<p><label for="find">Find</label> <input id="find" type="search" placeholder="webhooks"></p>
<nav aria-label="Parts">${tags.map((tag) => `<a href="#${idOf(tag)}">${escapeHtml(tag)}</a>`).join(' ')}</nav>
</header>
<main>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

function operationsOf({ paths }: JsonObject): Operation[] {
  return objectsIn(paths).flatMap(([path, methods]) =>
    objectsIn(methods).flatMap(([method, facts]) =>
      isJsonObject(facts['responses']) ? [{ path, method, facts }] : [],
    ),
  );
}

function objectsIn(value: unknown): [string, JsonObject][] {
  return Object.entries(isJsonObject(value) ? value : {}).flatMap(([key, inner]) =>
    isJsonObject(inner) ? [[key, inner] satisfies [string, JsonObject]] : [],
  );
}

function tagOf({ facts }: Operation): string {
  return Array.isArray(facts['tags']) ? textOf(facts['tags'][0]) : 'Other';
}

const idOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

function sectionOf(tag: string, operations: readonly Operation[]): string {
  return `<section id="${idOf(tag)}"><h2>${escapeHtml(tag)}</h2>${operations.map(operationHtml).join('')}</section>`;
}

function operationHtml({ method, path, facts }: Operation): string {
  const id = escapeHtml(textOf(facts['operationId']));
  return `<details id="${id}" class="operation">
<summary><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(textOf(facts['summary']))}</span></summary>
<p>${escapeHtml(textOf(facts['description']))}</p>
<form data-method="${method.toUpperCase()}" data-path="${escapeHtml(path)}">
${parametersOf(facts)
  .map((parameter) => parameterHtml(id, parameter))
  .join('')}${bodyHtml(id, facts)}<button>Send</button>
<pre class="answer" role="status" tabindex="0" aria-label="Answer" hidden></pre>
</form>
${objectsIn(facts['responses']).map(responseHtml).join('')}
</details>`;
}

function parametersOf({ parameters }: JsonObject): JsonObject[] {
  return Array.isArray(parameters) ? parameters.filter((parameter) => isJsonObject(parameter)) : [];
}

function parameterHtml(id: string, { name, in: where, required, description, schema, example }: JsonObject): string {
  const field = escapeHtml(`${id}-${textOf(name)}`);
  const hint = textOf(description) || (isJsonObject(schema) ? textOf(schema['description']) : '');
  return `<p><label for="${field}"><code>${escapeHtml(textOf(name))}</code> ${required === true ? 'required' : 'optional'}, in the ${escapeHtml(textOf(where))}</label>
<input id="${field}" name="${escapeHtml(textOf(name))}" data-in="${escapeHtml(textOf(where))}" value="${escapeHtml(textOf(example))}">
<small>${escapeHtml(hint)}</small></p>
`;
}

function bodyHtml(id: string, { requestBody }: JsonObject): string {
  const [first] = isJsonObject(requestBody) ? objectsIn(requestBody['content']) : [];
  if (first === undefined) return '';
  const [type, { example }] = first;
  const text = escapeHtml(shown(example));
  return `<p><label for="${id}-body">Body, <code>${escapeHtml(type)}</code></label>
<textarea id="${id}-body" name="body" data-type="${escapeHtml(type)}" rows="${Math.min(text.split('\n').length + 1, 16)}" spellcheck="false">${text}</textarea></p>
`;
}

function responseHtml([status, { description, content }]: [string, JsonObject]): string {
  const examples = objectsIn(content).map(([, { example }]) => `<pre>${escapeHtml(shown(example))}</pre>`);
  return `<details class="response"><summary><b>${escapeHtml(status)}</b> ${escapeHtml(textOf(description))}</summary>${examples.join('')}</details>`;
}

function shown(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
