import { openSync, writeSync } from 'node:fs';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';

/** What is known about a request once it is answered. */
export interface AccessRecord {
  readonly requestId: string;
  /** Undefined when no route took it. */
  readonly routeKey: string | undefined;
  readonly status: number;
  /** What Lambda answered to the API, 200 also for a function that crashed. Absent: it was not asked, or did not answer. */
  readonly integrationStatus?: number | undefined;
  readonly responseLength: number;
  /** From the first byte of the request to the last of the answer, in milliseconds. */
  readonly responseLatency: number;
  /** What went wrong with the function; absent: nothing. */
  readonly integrationErrorMessage?: string | undefined;
}

/**
 * Context variables that our formats use. The path and the caller's headers are deliberately left out: a format that
 * names them would write secrets down, so the stack refuses to start with it.
 */
const VARIABLES: Readonly<Record<string, (record: AccessRecord) => string | number | undefined>> = {
  requestId: ({ requestId }) => requestId,
  routeKey: ({ routeKey }) => routeKey,
  status: ({ status }) => status,
  integrationStatus: ({ integrationStatus }) => integrationStatus,
  responseLength: ({ responseLength }) => responseLength,
  responseLatency: ({ responseLatency }) => responseLatency,
  integrationErrorMessage: ({ integrationErrorMessage }) => integrationErrorMessage,
};

const VARIABLE = /\$context\.([\w.]+)/g;

/**
 * Fills in the access log format of a stage; a variable without a value becomes a dash, as on AWS.
 *
 * @throws UnsupportedTemplate when the format names a variable that is not known here
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
export function accessLine(format: string, where: string): (record: AccessRecord) => string {
  for (const [variable, name = ''] of format.matchAll(VARIABLE)) {
    if (!(name in VARIABLES)) throw new UnsupportedTemplate(where, `its access log names ${variable}`);
  }
  return (record) => format.replaceAll(VARIABLE, (_, name: string) => String(VARIABLES[name]?.(record) ?? '-'));
}

/** Appends each line at once to a file that only its owner can read: a request's line is there when its answer is. */
export function appendLinesTo(path: string): (line: string) => void {
  const file = openSync(path, 'a', 0o600);
  return (line) => void writeSync(file, `${line}\n`);
}
