/** How long an answer asks to wait, in milliseconds; `undefined`: it does not say, or says it as a date. */
export function retryAfterMs({ headers }: Pick<Response, 'headers'>): number | undefined {
  const seconds = headers.get('retry-after');
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
