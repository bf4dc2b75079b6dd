import * as z from 'zod/mini';

/** Environment of the function that asks for tasks. CDK sets exactly these names. */
export const Env = z.object({
  /** `{base_url}` of the specification, without a trailing slash. */
  PUBLIC_BASE_URL: z.string(),
  /** Where the key of the webhook lies, such as `secretsmanager:<arn>:SecretString:::`. */
  KEY: z.string(),
});
