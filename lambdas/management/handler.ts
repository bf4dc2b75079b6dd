import { handle } from 'hono/aws-lambda';
import { createApp } from './app.ts';
import type { Deps } from './deps.ts';

/** The management API behind an HTTP API with payload format 2.0. */
export function createHandler(deps: Deps) {
  return handle(createApp(deps));
}
