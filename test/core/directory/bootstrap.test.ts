import { describe, expect, it } from 'vitest';
import { bootstrapOrganization } from '../../../core/directory/bootstrap.ts';
import { hashSecret } from '../../../core/directory/secret-hash.ts';
import { createPorts } from './directory-ports.ts';

describe('bootstrapOrganization', () => {
  it('creates an organisation with an owner token and a webhook linked to a Live Stream channel', async () => {
    const { ports, directory } = createPorts();

    const first = await bootstrapOrganization(ports, { name: 'Local', ownerEmail: 'owner@example.com' });

    const endpoint = await directory.endpointAt(first.publicId);
    const stream = await directory.streamAt(first.streamId);
    expect(await ports.store.readOrganization(first.organizationId)).toMatchObject({ name: 'Local', plan: 'free' });
    expect(await ports.store.findGrant(hashSecret(first.managementToken))).toMatchObject({
      organizationId: first.organizationId,
      role: 'owner',
    });
    expect(endpoint).toMatchObject({ organizationId: first.organizationId, enabled: true, requireApiKey: false });
    expect(endpoint?.links).toEqual([
      { channelId: stream?.channelId, kind: 'live-stream', enabled: true, filter: null },
    ]);
    expect(stream).toMatchObject({ enabled: true, config: { format: 'json' } });
  });

  it('throws when a step is refused: nobody else can have changed a new organisation', async () => {
    const { ports } = createPorts();
    ports.store.insertWebhook = async () => ({ kind: 'lost' });

    await expect(bootstrapOrganization(ports, { name: 'Local', ownerEmail: 'owner@example.com' })).rejects.toThrow(
      'could not be set up: busy',
    );
  });
});
