/** What every client of a channel's service is made with: two tries, so that a batch of jobs ends in time. */
export const clientDefaults = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 3000, requestTimeout: 10_000 },
} as const;

/** One client for each region that channels lie in, made when it is first needed. */
export function clientsByRegion<Client>(create: (region: string | undefined) => Client) {
  const clients = new Map<string | undefined, Client>();
  return (region: string | undefined): Client => {
    const known = clients.get(region);
    if (known !== undefined) return known;
    const client = create(region);
    clients.set(region, client);
    return client;
  };
}

/** The region in an ARN. */
export function regionOf(arn: string): string | undefined {
  return arn.split(':')[3];
}
