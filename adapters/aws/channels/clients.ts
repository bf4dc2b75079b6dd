import { type ClientClass, type ClientOptions, createClient } from '../create-client.ts';

/** Two tries, so that a batch of jobs ends in time. */
const MAX_ATTEMPTS = 2;

/** The client of a channel's service. */
export function createChannelClient<Client>(Service: ClientClass<Client>, options: ClientOptions = {}): Client {
  return createClient(Service, { ...options, maxAttempts: MAX_ATTEMPTS });
}

/** One client of a service for each region that channels use, made when first needed. */
export function clientsByRegion<Client>(Service: ClientClass<Client>, options: ClientOptions = {}) {
  const clients = new Map<string | undefined, Client>();
  return (region: string | undefined): Client => {
    const known = clients.get(region);
    if (known !== undefined) return known;
    const client = createChannelClient(Service, { ...options, ...(region && { region }) });
    clients.set(region, client);
    return client;
  };
}

/** The region in an ARN. */
export function regionOf(arn: string): string | undefined {
  return arn.split(':')[3];
}
