import middy from '@middy/core';
import { createSuppressionStore } from '../../adapters/aws/directory/suppression-store.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { systemGenerators } from '../../adapters/system/generators.ts';
import { log } from '../log.ts';
import { Env } from './env.ts';
import { createHandler } from './handler.ts';

const env = Env.parse(process.env);

export const handler = middy(
  createHandler({
    ...systemGenerators,
    store: createSuppressionStore(createDocumentClient(), env.DIRECTORY_TABLE),
    log,
  }),
);
