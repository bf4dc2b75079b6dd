import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const BYTES = 32;
const LIFETIME_MS = 2 * 60_000;

const digestOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** A code that signs in the owner of this machine once, within two minutes. Kept in memory, by its digest. */
export class OneTimeCode {
  #issued: { readonly digest: Buffer; readonly until: number } | undefined;

  /**
   * Makes a code; the previous one stops working.
   *
   * @param now epoch milliseconds
   */
  issue(now: number): string {
    const code = randomBytes(BYTES).toString('base64url');
    this.#issued = { digest: digestOf(code), until: now + LIFETIME_MS };
    return code;
  }

  /**
   * Whether this is the code, unused and in time. A code that matches is used up.
   *
   * @param now epoch milliseconds
   */
  redeem(code: string, now: number): boolean {
    const issued = this.#issued;
    if (issued === undefined || !timingSafeEqual(digestOf(code), issued.digest)) return false;
    this.#issued = undefined;
    return now < issued.until;
  }
}
