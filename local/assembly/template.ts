import * as z from 'zod';

/** A CloudFormation template, as far as it is read here: values stay unresolved until a resource is asked for. */
export const Template = z.object({
  Resources: z
    .record(
      z.string(),
      z.object({
        Type: z.string(),
        Condition: z.string().optional(),
        Properties: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .default({}),
  Outputs: z
    .record(
      z.string(),
      z.object({
        Value: z.unknown(),
        Export: z.object({ Name: z.unknown() }).optional(),
        Condition: z.string().optional(),
      }),
    )
    .default({}),
  Parameters: z.record(z.string(), z.object({ Default: z.unknown() })).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).default({}),
});
export type Template = z.infer<typeof Template>;

/** A stack of the synthesized app: its name and its template. */
export interface Stack {
  readonly name: string;
  readonly template: Template;
}
