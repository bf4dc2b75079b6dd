import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** What `credentials.json` holds: everything that is needed to use a fresh stack. All of it is secret. */
export const Credentials = z.object({
  baseUrl: z.string(),
  organizationId: z.string(),
  /** An owner's token. */
  managementToken: z.string(),
  login: z.object({ email: z.string(), password: z.string() }),
  /** Where to send a first notification. */
  webhookUrl: z.string(),
  /** The Live Stream that shows it. */
  streamUrl: z.string(),
});
export type Credentials = z.infer<typeof Credentials>;

/** The credentials of an earlier start, if there was one. */
export async function readCredentials(dataDir: string): Promise<Credentials | undefined> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Credentials.parse(JSON.parse(text));
}

/** Writes the credentials, whole or not at all, readable by their owner only. */
export async function writeCredentials(dataDir: string, credentials: Credentials): Promise<void> {
  const draft = `${pathIn(dataDir)}.draft`;
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, pathIn(dataDir));
}

/** The credentials with every address under another base URL, for a start on another port. */
export function withBaseUrl(credentials: Credentials, baseUrl: string): Credentials {
  const moved = (url: string): string =>
    url.startsWith(credentials.baseUrl) ? baseUrl + url.slice(credentials.baseUrl.length) : url;
  return {
    ...credentials,
    baseUrl,
    webhookUrl: moved(credentials.webhookUrl),
    streamUrl: moved(credentials.streamUrl),
  };
}

const pathIn = (dataDir: string): string => join(dataDir, 'credentials.json');
