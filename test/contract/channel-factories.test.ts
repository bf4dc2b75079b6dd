import { join } from 'node:path';
import { expect, it } from 'vitest';
import { channelKinds } from '../../core/channels/registry.ts';
import { channelFactories } from './channel-factories.ts';

const FACTORIES = join(import.meta.dirname, '../../lib/as-code/channel.ts');

it('keeps the factories of channels like the schemas of the kinds (if this fails: npm run api-types)', async () => {
  const factories = channelFactories(Object.values(channelKinds));

  await expect(factories).toMatchFileSnapshot(FACTORIES);
});
