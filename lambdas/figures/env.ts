import * as z from 'zod/mini';

/** Environment of the figures function. CDK sets exactly these names. */
export const Env = z.object({ FIGURES_TABLE: z.string() });
