import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { ACCOUNT, REGION } from '../assembly/attributes.ts';
import { NotMadeYet } from '../assembly/not-made-yet.ts';
import { CUSTOM_TYPES } from '../assembly/resource-types.ts';
import type { Resources } from '../assembly/resources.ts';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';
import type { InvocationResult } from '../lambda/protocol.ts';
import { type CustomAnswer, openAnswerBox } from './answer-box.ts';
import type { CustomRecord, CustomState } from './custom-state.ts';

/** A function of the app could not make, change or delete what a template declares. */
class CustomResourceFailed extends Error {
  override readonly name = 'CustomResourceFailed';

  constructor(where: string, reason: string) {
    super(`${where}: ${reason}`);
  }
}

/** What bringing resources up to date needs. */
export interface CustomDeployment {
  readonly resources: Resources;
  readonly state: CustomState;
  /** Calls the function of a resource. */
  readonly invoke: (serviceToken: string, event: object) => Promise<InvocationResult>;
}

const shape = {
  ServiceToken: z.string(),
  OrganizationId: z.string().optional(),
  Slug: z.string(),
  Entry: z.string(),
};

interface Declared {
  readonly where: string;
  readonly type: string;
}

type Wanted = Omit<CustomRecord, 'physicalId' | 'data'>;

/** The functions that the templates name as makers of resources. */
export function makersOf(resources: Resources): string[] {
  return CUSTOM_TYPES.flatMap((type) => resources.ofType(type, { ServiceToken: z.string() })).map(
    ({ properties }) => properties.ServiceToken,
  );
}

/**
 * Makes what the templates declare and functions of the app make, changes what has changed, and deletes what is declared
 * no more, as CloudFormation does: each after what it refers to, deletions last. What is as it was is left alone.
 *
 * @throws CustomResourceFailed on the first failure. What was done stays, and the next start goes on from there.
 */
export async function deployCustom(deployment: CustomDeployment): Promise<void> {
  const box = await openAnswerBox();
  const ask = asking(deployment, box);
  try {
    const declared = CUSTOM_TYPES.flatMap((type) =>
      deployment.resources.ofType(type, {}).map(({ where }): Declared => ({ where, type })),
    );
    const outdated = await makeAll(deployment, ask, declared);
    for (const { where, record } of outdated) await ask('Delete', where, record);
    const names = new Set(declared.map(({ where }) => where));
    const gone = [...deployment.state.records].filter(([where]) => !names.has(where)).toReversed();
    for (const [where, record] of gone) {
      await ask('Delete', where, record);
      await deployment.state.forget(where);
    }
  } finally {
    await box.close();
  }
}

interface Outdated {
  readonly where: string;
  readonly record: CustomRecord;
}

async function makeAll(deployment: CustomDeployment, ask: Ask, declared: readonly Declared[]): Promise<Outdated[]> {
  const outdated: Outdated[] = [];
  let waiting = declared;
  while (waiting.length > 0) {
    const still: Declared[] = [];
    for (const one of waiting) {
      const wanted = wantedOf(deployment.resources, one);
      if (wanted === undefined) still.push(one);
      else outdated.push(...(await make(deployment, ask, { where: one.where, wanted })));
    }
    const [first] = still;
    if (first !== undefined && still.length === waiting.length) {
      throw new UnsupportedTemplate(first.where, 'refers to what is never made');
    }
    waiting = still;
  }
  return outdated;
}

/** @returns `undefined` while it refers to something that is not made yet. */
function wantedOf(resources: Resources, { where, type }: Declared): Wanted | undefined {
  try {
    const [found] = resources.ofType(type, shape, (declared) => declared.where === where);
    if (found === undefined) return undefined;
    const { ServiceToken: serviceToken, ...properties } = found.properties;
    return { type, stackName: found.stackName, logicalId: found.logicalId, serviceToken, properties };
  } catch (error) {
    if (error instanceof NotMadeYet) return undefined;
    throw error;
  }
}

async function make(
  { state }: CustomDeployment,
  ask: Ask,
  { where, wanted }: { readonly where: string; readonly wanted: Wanted },
): Promise<Outdated[]> {
  const before = state.records.get(where);
  const isSame =
    before !== undefined && before.type === wanted.type && isDeepStrictEqual(before.properties, wanted.properties);
  const outdated: Outdated[] = [];
  if (!isSame) {
    const { PhysicalResourceId: physicalId, Data: data } =
      before === undefined
        ? await ask('Create', where, { ...wanted, physicalId: '', data: {} })
        : await ask('Update', where, { ...wanted, physicalId: before.physicalId, data: {} }, before);
    await state.keep(where, { ...wanted, physicalId, data });
    if (before !== undefined && before.physicalId !== physicalId) outdated.push({ where, record: before });
  }
  state.confirm(where);
  return outdated;
}

type RequestType = 'Create' | 'Update' | 'Delete';
type Ask = (request: RequestType, where: string, wanted: CustomRecord, before?: CustomRecord) => Promise<CustomAnswer>;

function asking({ invoke }: CustomDeployment, box: Awaited<ReturnType<typeof openAnswerBox>>): Ask {
  const send: Ask = async (request, where, wanted, before) => {
    const expected = box.expect();
    const event = eventOf(request, wanted, { url: expected.url, before });
    const result = await invoke(wanted.serviceToken, event);
    const answer = expected.answer();
    if (answer !== undefined) return answer;
    throw new CustomResourceFailed(where, result.kind === 'error' ? result.message : 'its function gave no answer');
  };
  return async (request, where, wanted, before) => {
    const answer = await send(request, where, wanted, before);
    if (answer.Status === 'SUCCESS') return answer;
    // As in a rollback: what was half made goes.
    if (request === 'Create') await send('Delete', where, { ...wanted, physicalId: answer.PhysicalResourceId });
    throw new CustomResourceFailed(where, answer.Reason);
  };
}

/** @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-requests.html */
function eventOf(
  request: RequestType,
  { type, stackName, logicalId, physicalId, serviceToken, properties }: CustomRecord,
  { url, before }: { readonly url: string; readonly before: CustomRecord | undefined },
): object {
  return {
    RequestType: request,
    ServiceToken: serviceToken,
    ResponseURL: url,
    StackId: `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${stackName}/local`,
    RequestId: randomUUID(),
    LogicalResourceId: logicalId,
    ResourceType: type,
    ...(request === 'Create' ? {} : { PhysicalResourceId: physicalId }),
    ResourceProperties: { ServiceToken: serviceToken, ...properties },
    ...(before === undefined ? {} : { OldResourceProperties: before.properties }),
  };
}
