import { createDirectoryRepository } from '../../../adapters/aws/directory/directory-repository.ts';
import { createChannelVault } from '../../../adapters/aws/secrets/channel-vault.ts';
import { startTestDynamoDb } from '../../engines/dynamodb.ts';
import { fakeDataKeys } from '../../fakes/data-keys.ts';
import { createFakeDirectory } from '../../fakes/directory.ts';
import { describePeople } from './people-contract.ts';

describePeople('in memory', async () => createFakeDirectory());
describePeople('DynamoDB', async () => {
  const engine = await startTestDynamoDb();
  const store = createDirectoryRepository(engine.db, engine.tables, createChannelVault(fakeDataKeys));
  return { store, close: async () => engine.stop() };
});
