import middy from '@middy/core';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { createPageStore } from '../../adapters/aws/figures/page-store.ts';
import { Env } from './env.ts';
import { createHandler } from './handler.ts';

const env = Env.parse(process.env);

export const handler = middy(createHandler({ pages: createPageStore(createDocumentClient(), env.FIGURES_TABLE) }));
