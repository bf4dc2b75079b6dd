import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import type { Origin, OriginResponse } from './origin.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/** Files deployed into a bucket: the folder they come from and the headers they are stored with. */
export interface DeployedFiles {
  readonly folder: string;
  readonly prefix: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A bucket as an origin, holding what the deployments put into it. A later deployment wins. */
export function bucketOrigin(deployments: readonly DeployedFiles[]): Origin {
  return async ({ method, path, headers }) => {
    if (method !== 'GET' && method !== 'HEAD') return accessDenied();
    const key = decode(path);
    for (const deployment of deployments.toReversed()) {
      const content = await contentOf(deployment, key);
      if (content !== undefined)
        return answer({ content, key, deployment, ifNoneMatch: valueOf(headers, 'if-none-match') });
    }
    return accessDenied();
  };
}

async function contentOf({ folder, prefix }: DeployedFiles, key: string): Promise<Buffer | undefined> {
  const start = prefix === '' ? '/' : `/${prefix.replaceAll(/^\/|\/$/g, '')}/`;
  // S3 has no folders to climb out of; a file system has.
  if (!key.startsWith(start) || normalize(key) !== key || key.endsWith('/')) return undefined;
  return readFile(join(folder, key.slice(start.length))).catch(() => undefined);
}

interface Found {
  readonly content: Buffer;
  readonly key: string;
  readonly deployment: DeployedFiles;
  readonly ifNoneMatch: string | undefined;
}

function answer({ content, key, deployment, ifNoneMatch }: Found): OriginResponse {
  const etag = `"${createHash('md5').update(content).digest('hex')}"`;
  const headers: [string, string][] = [...Object.entries(deployment.headers), ['etag', etag]];
  if (ifNoneMatch?.replace('W/', '') === etag) return { status: 304, headers, body: Buffer.alloc(0) };
  const type = TYPES[extname(key).toLowerCase()] ?? 'binary/octet-stream';
  return { status: 200, headers: [['content-type', type], ...headers], body: content };
}

/** S3's own answer for what is not there, to somebody who may not list the bucket. */
function accessDenied(): OriginResponse {
  const body =
    '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
  return { status: 403, headers: [['content-type', 'application/xml']], body: Buffer.from(body) };
}

function valueOf(headers: readonly (readonly [string, string])[], wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1];
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
