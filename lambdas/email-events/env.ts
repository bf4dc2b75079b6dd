import * as z from 'zod/mini';

/** Environment of the email-events function. CDK sets exactly these names. */
export const Env = z.object({ DIRECTORY_TABLE: z.string() });
