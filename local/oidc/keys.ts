import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { exportJWK, generateKeyPair } from 'jose';
import * as z from 'zod';

/** What the issuer signs with. Secret. */
const IssuerKeys = z.object({
  jwks: z.object({ keys: z.array(z.looseObject({ kty: z.string(), n: z.string(), e: z.string(), kid: z.string() })) }),
  cookieKey: z.string(),
});
export type IssuerKeys = z.infer<typeof IssuerKeys>;

/** The keys in `file`, made at the first start. */
export async function ensureKeys(file: string): Promise<IssuerKeys> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) return IssuerKeys.parse(JSON.parse(text));
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomBytes(8).toString('hex');
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid };
  const keys = IssuerKeys.parse({ jwks: { keys: [key] }, cookieKey: randomBytes(32).toString('hex') });
  await writeFile(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}
