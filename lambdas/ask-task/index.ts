import { createSecretReader } from '../../adapters/aws/secrets/secret-reader.ts';
import { postAsk } from '../../adapters/http/post-ask.ts';
import { readReference } from '../../core/document/secret-reference.ts';
import { readReferenced, textIn } from '../secret-text.ts';
import { Env } from './env.ts';
import { createHandler } from './handler.ts';

const env = Env.parse(process.env);
const secrets = createSecretReader();

export const handler = createHandler({
  // Read each time: whoever replaces the key needs no deployment.
  readKey: async () => {
    const reference = readReference(env.KEY);
    if (reference === undefined) return { fault: 'it must be in Secrets Manager or the Parameter Store' };
    return textIn(await readReferenced(secrets, reference), reference);
  },
  post: async (path, ask) => postAsk(env.PUBLIC_BASE_URL + path, ask),
});
