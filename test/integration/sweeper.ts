import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { readAssembly } from '../../local/assembly/read-assembly.ts';
import { Resources } from '../../local/assembly/resources.ts';
import { principalsOf } from '../../local/iam/principals.ts';
import type { Stack } from './stack.ts';

/** Runs the sweeper now instead of at the next minute. @throws when it fails */
export async function runSweeper({ dataDir, door }: Stack): Promise<void> {
  const functions = [...principalsOf(new Resources(await readAssembly(join(dataDir, 'cdk.out')), door)).keys()];
  const FunctionName = functions.find((name) => name.includes('SweeperFunction'))!;
  const credentials = { accessKeyId: 'operator', secretAccessKey: 'any' };
  const lambda = new LambdaClient({ endpoint: door, region: 'us-east-1', credentials });
  const { FunctionError } = await lambda.send(new InvokeCommand({ FunctionName, Payload: '{}' }));
  if (FunctionError !== undefined) throw new Error(`the sweeper failed: ${FunctionError}`);
}
