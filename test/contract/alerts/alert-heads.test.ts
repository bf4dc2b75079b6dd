import { afterAll, beforeAll } from 'vitest';
import { createAlertHeads } from '../../../adapters/aws/alerts/alert-heads.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';
import { describeAlertHeads } from './alert-heads-contract.ts';

let engine: TestDynamoDb;

beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());

describeAlertHeads('on DynamoDB', () => createAlertHeads(engine.db, engine.tables.alerts));
