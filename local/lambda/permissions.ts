import * as z from 'zod';
import type { Resources } from '../assembly/resources.ts';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';

const shape = { FunctionName: z.string(), Principal: z.string(), Action: z.string() };

/** Who calls a function, and why the templates must allow it. */
export interface Grant {
  /** Name or ARN. */
  readonly function: string;
  readonly principal: 'apigateway.amazonaws.com' | 'events.amazonaws.com' | 'sns.amazonaws.com';
}

/**
 * Checks that a service that will call a function has the permission to: without it, AWS deploys the app and then fails
 * every call.
 *
 * @throws UnsupportedTemplate naming the first missing permission.
 */
export function checkPermissions(resources: Resources, needed: readonly Grant[]): void {
  const granted = new Set(
    resources
      .ofType('AWS::Lambda::Permission', shape)
      .filter(({ properties }) => properties.Action === 'lambda:InvokeFunction')
      .map(({ properties }) => `${nameOf(properties.FunctionName)} ${properties.Principal}`),
  );
  for (const grant of needed) {
    if (granted.has(`${nameOf(grant.function)} ${grant.principal}`)) continue;
    throw new UnsupportedTemplate(nameOf(grant.function), `${grant.principal} has no permission to invoke it`);
  }
}

const nameOf = (nameOrArn: string): string => nameOrArn.slice(nameOrArn.lastIndexOf(':') + 1);
