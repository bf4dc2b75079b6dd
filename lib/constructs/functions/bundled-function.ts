import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  type RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { functionCode } from '#assets';
import { acknowledge } from '../acknowledge.ts';
import type { CountedFailures } from '../edge/count-failures.ts';
import { HarmAlarm, type Monitoring } from '../monitoring/monitoring.ts';
import { ownMetric } from '../monitoring/own-metric.ts';

/** What differs between the functions. */
export interface BundledFunctionProps {
  /** Folder under `lambdas/`. */
  readonly name: string;
  readonly timeout: Duration;
  readonly memorySizeMb: number;
  /** Exactly the names of the function's `env.ts`. */
  readonly environment: Readonly<Record<string, string>>;
  /** What it means when invocations end in an error. */
  readonly monitoring: Monitoring;
  /** The metric that counts what its callers see as an error. @default crashes, as Lambda counts them */
  readonly failures?: CountedFailures;
  /** Invocations that are kept free for it, and the most it can have. @default what the account has left */
  readonly reservedConcurrency?: number;
  /** @default RecursiveLoop.TERMINATE */
  readonly recursiveLoop?: RecursiveLoop;
}

const FINDINGS = {
  'Serverless-LambdaDLQ':
    'Whoever calls it waits for the answer, or asks again: a queue with its own dead letters, SNS, or the next minute.',
  'Serverless-LambdaTracing':
    'Every log line names the message it is about; a trace of each send would cost as much as the send.',
};

/**
 * A function built from `lambdas/<name>/`: Node 24 on arm64, JSON logs kept a month, an alarm on its errors, and a role
 * that may write its own log and nothing else until somebody grants more.
 */
export class BundledFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, props: BundledFunctionProps) {
    const logGroup = new LogGroup(scope, `${id}Log`, {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, id, {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(functionCode(props.name)),
      handler: 'index.handler',
      timeout: props.timeout,
      memorySize: props.memorySizeMb,
      ...(props.reservedConcurrency !== undefined && { reservedConcurrentExecutions: props.reservedConcurrency }),
      environment: { ...props.environment },
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      // Start, end and report lines cost more than they are worth.
      systemLogLevelV2: SystemLogLevel.WARN,
      ...(props.recursiveLoop !== undefined && { recursiveLoop: props.recursiveLoop }),
    });
    acknowledge(this, FINDINGS);
    new HarmAlarm(this, 'Failing', { monitoring: props.monitoring, metric: this.failures(props), threshold: 1 });
  }

  private failures({ failures }: BundledFunctionProps): IMetric {
    const sum = { period: Duration.minutes(5), statistic: Stats.SUM };
    return failures === undefined ? this.metricErrors(sum) : ownMetric(this, failures, sum);
  }
}
