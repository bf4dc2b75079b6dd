import { describe, expect, it } from 'vitest';
import { propertiesOf, resourcesOfType, synthesize } from './synthesize.ts';

describe('the counting of figures', () => {
  const { router, data } = synthesize();
  const mappings = resourcesOfType(router, 'AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties);
  const mapping = mappings.find((properties) => 'StartingPosition' in properties);

  it('reads the stream of the Messages table from its beginning, gathered, in windows that name the shard', () => {
    expect(mapping).toMatchObject({
      EventSourceArn: { 'Fn::GetStackOutput': { OutputName: expect.stringMatching(/MessagesTable\w+StreamArn/) } },
      StartingPosition: 'TRIM_HORIZON',
      MaximumBatchingWindowInSeconds: 45,
      TumblingWindowInSeconds: 900,
    });
  });

  it('has one batch of a shard under way, and hands over again what fails until it is counted, as it was', () => {
    const risky = new Set([
      'ParallelizationFactor',
      'BisectBatchOnFunctionError',
      'MaximumRetryAttempts',
      'MaximumRecordAgeInSeconds',
      'FunctionResponseTypes',
      'DestinationConfig',
    ]);

    expect(Object.keys(mapping!).filter((name) => risky.has(name))).toEqual([]);
  });

  it('may read that stream and write figures, and touch nothing else', () => {
    const { PolicyDocument } = propertiesOf(router, 'AWS::IAM::Policy', 'FiguresFunctionRole');
    const { Statement: statements }: { Statement: { Action: string[]; Resource: unknown }[] } = Object(PolicyDocument);
    const onTables = statements.filter(({ Action }) =>
      [Action].flat().some((action) => action.startsWith('dynamodb:')),
    );

    expect(onTables.map(({ Resource }) => JSON.stringify(Resource))).toEqual([
      expect.stringMatching(/MessagesTable\w+StreamArn/),
      expect.stringMatching(/FiguresTable\w+Arn/),
    ]);
    expect(resourcesOfType(data, 'AWS::DynamoDB::GlobalTable').map(([id]) => id.slice(0, 7))).toContain('Figures');
  });
});
