import { Hono } from 'hono';
import type { JsonObject } from '../../../core/message/json-object.ts';
import type { Served } from '../client-address.ts';
import { docsPage } from './docs-page.ts';
import { DOCS_SCRIPT } from './docs-script.ts';
import { DOCS_STYLE } from './docs-style.ts';

/** Everything comes from here, and calls go nowhere else. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** The interactive reference: one page of the document, its script and its style sheet. */
export function createDocsApp(describe: () => JsonObject): Hono<Served> {
  let page: string | undefined;
  const app = new Hono<Served>();
  app.get('/', () => text((page ??= docsPage(describe())), 'text/html'));
  app.get('/reference.js', () => text(DOCS_SCRIPT, 'text/javascript'));
  app.get('/reference.css', () => text(DOCS_STYLE, 'text/css'));
  return app;
}

function text(content: string, type: string): Response {
  return new Response(content, { headers: { ...HEADERS, 'content-type': `${type}; charset=utf-8` } });
}
