import * as z from 'zod';
import type { Resources } from '../assembly/resources.ts';

/** A function that the tasks of a state machine invoke. */
interface InvokedByTask {
  readonly functionArn: string;
  /** Of the state machine. */
  readonly roleArn: string;
}

/**
 * The functions that the definitions of state machines refer to. No state machine runs here, but somebody may call a
 * function as its task would.
 */
export function invokedByTasks(resources: Resources): InvokedByTask[] {
  const definitions = new Map<string, string>();
  const machines = resources.ofType(
    'AWS::StepFunctions::StateMachine',
    { RoleArn: z.string() },
    ({ where, properties }) => {
      // What it refers to may not be made yet, so the text is taken as the template has it.
      definitions.set(where, JSON.stringify(properties['DefinitionString']));
      return true;
    },
  );
  const functions = resources.ofType('AWS::Lambda::Function', {});
  return machines.flatMap(({ stackName, where, properties: { RoleArn: roleArn } }) =>
    functions
      .filter((one) => one.stackName === stackName)
      .filter(({ logicalId }) => definitions.get(where)?.includes(`"Fn::GetAtt":["${logicalId}","Arn"]`))
      .map(({ attribute }) => ({ functionArn: attribute('Arn'), roleArn })),
  );
}
