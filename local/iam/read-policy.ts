import * as z from 'zod';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';
import { isKnownKey } from './conditions.ts';
import type { Condition, Principal, Statement } from './policy.ts';

const OneOrMore = z.union([z.string().transform((text) => [text]), z.array(z.string()).min(1)]);
const Values = z.union([OneOrMore, z.boolean().transform((value) => [String(value)])]);
const Test = z.record(z.string(), Values).optional();

/** Deliberately strict: an element that is not evaluated (`NotAction`, `NotResource` …) must not go unnoticed. */
const StatementShape = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: OneOrMore,
  Resource: OneOrMore,
  Condition: z.strictObject({ ArnLike: Test, Bool: Test, Null: Test, StringEquals: Test }).default({}),
  Principal: z
    .union([z.literal('*'), z.strictObject({ AWS: OneOrMore.optional(), Service: OneOrMore.optional() })])
    .optional(),
});

const Document = z.strictObject({
  // With an older version, `${aws:username}` would be mere text.
  Version: z.literal('2012-10-17'),
  Statement: z.union([z.array(StatementShape), StatementShape.transform((statement) => [statement])]),
});

type Shape = z.infer<typeof StatementShape>;

/**
 * Reads a policy whose intrinsic functions are resolved.
 *
 * @param where `<stack>/<logicalId>`, for messages.
 * @param kind a `resource` policy must name principals, an `identity` policy must not.
 * @throws UnsupportedTemplate on every element, operator, condition key or variable that the evaluator does not know.
 */
export function readPolicy(document: unknown, where: string, kind: 'identity' | 'resource'): Statement[] {
  const parsed = Document.safeParse(document);
  if (!parsed.success) {
    throw new UnsupportedTemplate(where, `its policy: ${z.prettifyError(parsed.error).replaceAll(/\s*\n\s*/g, ' ')}`);
  }
  return parsed.data.Statement.map((shape, index) => {
    const id = `${where}#${index}`;
    const principals = principalsOf(shape);
    if (principals.length > 0 !== (kind === 'resource')) {
      throw new UnsupportedTemplate(id, `a Principal ${kind === 'resource' ? 'is missing' : 'is out of place'}`);
    }
    const statement = {
      id,
      effect: shape.Effect,
      actions: shape.Action,
      resources: shape.Resource,
      conditions: conditionsOf(shape),
      principals,
    };
    check(statement);
    return statement;
  });
}

function principalsOf({ Principal }: Shape): Principal[] {
  if (Principal === undefined) return [];
  if (Principal === '*') return [{ kind: 'AWS', id: '*' }];
  return [
    ...(Principal.AWS ?? []).map((id) => ({ kind: 'AWS', id }) as const),
    ...(Principal.Service ?? []).map((id) => ({ kind: 'Service', id }) as const),
  ];
}

function conditionsOf({ Condition }: Shape): Condition[] {
  return (['ArnLike', 'Bool', 'Null', 'StringEquals'] as const).flatMap((operator) =>
    Object.entries(Condition[operator] ?? {}).map(([key, values]) => ({ operator, key: key.toLowerCase(), values })),
  );
}

function check({ id, actions, resources, conditions }: Statement): void {
  const unknown = conditions.find(({ key }) => !isKnownKey(key));
  if (unknown !== undefined) throw new UnsupportedTemplate(id, `the condition key ${unknown.key} is not known`);
  const texts = [...actions, ...resources, ...conditions.flatMap(({ values }) => values)];
  const variable = texts.find((text) => text.includes('${'));
  if (variable !== undefined) throw new UnsupportedTemplate(id, `the policy variable in ${variable} is not evaluated`);
  const action = actions.find((name) => name !== '*' && !/^[a-z0-9-]+:[A-Za-z*?]+$/.test(name));
  if (action !== undefined) throw new UnsupportedTemplate(id, `${action} is no action`);
  const resource = resources.find((arn) => arn !== '*' && arn.split(':').length < 6);
  if (resource !== undefined) throw new UnsupportedTemplate(id, `${resource} is no ARN`);
}
