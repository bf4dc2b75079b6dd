import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnFunction, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { BundledFunction } from '../functions/bundled-function.ts';

/**
 * Lets Lambda write a segment for sampled invocations of every function below `scope`. No SDK is patched: the AWS SDK
 * hands the trace on by itself, and SQS carries it from a send to its attempts.
 */
export function traceFunctions(scope: Construct): void {
  for (const construct of scope.node.findAll()) {
    if (construct instanceof CfnFunction && construct.node.scope instanceof BundledFunction) {
      construct.tracingConfig = { mode: Tracing.ACTIVE };
      allowTraces(construct.node.scope);
    }
  }
}

function allowTraces(handler: BundledFunction): void {
  const actions = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];
  handler.addToRolePolicy(new PolicyStatement({ actions, resources: ['*'] }));
  if (handler.role !== undefined) {
    acknowledge(handler.role, {
      'AwsSolutions-IAM5[Resource::*]': 'X-Ray has no resources to name: segments are written to the account.',
    });
  }
}
