import type { Resources } from '../assembly/resources.ts';
import type { CustomState } from '../custom/custom-state.ts';
import { deployCustom, makersOf } from '../custom/deploy-custom.ts';
import { keepMaker, openLastMaker } from '../custom/last-maker.ts';
import type { Surroundings } from '../lambda/function-definition.ts';
import type { FunctionPool } from '../lambda/function-pool.ts';
import type { Reaper } from '../process/reaper.ts';
import type { Functions } from './functions.ts';

/** What bringing custom resources up to date takes from the stack. */
export interface CustomOptions {
  readonly dataDir: string;
  readonly resources: Resources;
  readonly state: CustomState;
  readonly functions: Functions;
  readonly surroundings: Surroundings;
  readonly logDir: string;
  readonly reaper: Reaper;
}

/**
 * Makes, changes and deletes webhooks and channels as the templates say. The last function that made any is kept: on AWS
 * it goes after what it made, but here it is gone from the templates together with that.
 *
 * @throws CustomResourceFailed
 */
export async function bringUpToDate({ dataDir, resources, state, functions, ...places }: CustomOptions): Promise<void> {
  const [makerArn] = makersOf(resources);
  if (makerArn === undefined && state.records.size === 0) return;
  const maker = functions.definitions.find(({ arn }) => arn === makerArn);
  if (maker !== undefined) await keepMaker(dataDir, maker);
  let last: FunctionPool | undefined;
  const invoke = async (_: string, event: object) => {
    if (maker !== undefined) return functions.invoke(maker.arn, event);
    last ??= openLastMaker(dataDir, { ...places, like: managementIn(functions) });
    return last.invoke(event);
  };
  try {
    await deployCustom({ resources, state, invoke });
  } finally {
    await last?.stop();
  }
}

/** It knows every table, queue and key that the provider function knows. */
function managementIn({ definitions }: Functions) {
  const found = definitions.find(({ environment }) => environment['INGEST_FUNCTION'] !== undefined);
  if (found === undefined) throw new Error('no function manages the router');
  return found;
}
