/**
 * Gives the address of a message in the dashboard.
 *
 * @param publicBaseUrl without a trailing slash
 */
export function messageUrlUnder(publicBaseUrl: string): (messageId: string) => string {
  return (messageId) => `${publicBaseUrl}/messages/${messageId}`;
}
