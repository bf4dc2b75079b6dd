import * as z from 'zod';
import { ACCOUNT } from '../assembly/attributes.ts';
import type { Resources } from '../assembly/resources.ts';
import type { Subject } from './policy.ts';

type Role = Extract<Subject, { kind: 'role' }>;

/** A role in somebody's session. */
export function roleSession(roleArn: string, session: string): Role {
  const name = roleArn.slice(roleArn.lastIndexOf('/') + 1);
  return { kind: 'role', roleArn, sessionArn: `arn:aws:sts::${ACCOUNT}:assumed-role/${name}/${session}` };
}

/** The functions and containers that the templates give a role, by the access key id of their calls. */
export function principalsOf(resources: Resources): ReadonlyMap<string, Role> {
  const functions = resources
    .ofType('AWS::Lambda::Function', { Role: z.string() })
    .map(({ physicalName, properties }) => [physicalName, roleSession(properties.Role, physicalName)] as const);
  const tasks = resources
    .ofType('AWS::ECS::TaskDefinition', { TaskRoleArn: z.string() })
    .map(({ properties: { TaskRoleArn: arn } }) => [nameIn(arn), roleSession(arn, 'task')] as const);
  return new Map([...functions, ...tasks]);
}

const nameIn = (arn: string): string => arn.slice(arn.lastIndexOf('/') + 1);
