import { join } from 'node:path';
import * as z from 'zod';
import { REGION } from '../assembly/attributes.ts';
import type { Resources } from '../assembly/resources.ts';

/** A Lambda function as the templates declare it. */
export interface FunctionDefinition {
  /** Physical name; also the access key id that its AWS calls are made with. */
  readonly name: string;
  readonly logicalId: string;
  readonly arn: string;
  /** Absolute path of the code. */
  readonly codeDir: string;
  readonly handler: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** Invocations at a time that are its own, and its limit. */
  readonly reserved: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
}

const shape = {
  Handler: z.string().default('index.handler'),
  Runtime: z.string().optional(),
  Code: z.object({ S3Key: z.string() }).partial(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  ReservedConcurrentExecutions: z.number().optional(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()).default({}) }).default({ Variables: {} }),
};

/** A function without code of ours, such as the CDK's own custom resource providers, cannot run here. */
const hasAsset = (code: { S3Key?: string | undefined }): code is { S3Key: string } => code.S3Key !== undefined;

/** The functions that the templates declare, with resolved environments. */
export function functionsOf(resources: Resources): FunctionDefinition[] {
  return resources.ofType('AWS::Lambda::Function', shape).flatMap((resource) => {
    const {
      Code,
      Handler,
      Timeout,
      MemorySize,
      Environment,
      ReservedConcurrentExecutions: reserved,
    } = resource.properties;
    if (!hasAsset(Code)) return [];
    return [
      {
        name: resource.physicalName,
        logicalId: resource.logicalId,
        arn: resource.attribute('Arn'),
        codeDir: resources.assetPath(resource.where, Code.S3Key),
        handler: Handler,
        timeoutMs: Timeout * 1000,
        memoryMb: MemorySize,
        reserved,
        environment: Environment.Variables,
      },
    ];
  });
}

/** What a function's process needs to reach AWS. */
export interface Surroundings {
  readonly doorUrl: string;
  /** An empty folder: no profile of the person at this machine may leak into a function. */
  readonly emptyDir: string;
  /** How wrong the clock of the next instance is, milliseconds; absent: right. For tests of what happens then. */
  readonly clockSkewMs?: () => number;
}

/**
 * The whole environment of an instance: the template's variables and those that Lambda sets; nothing is inherited.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
 */
export function environmentOf(definition: FunctionDefinition, surroundings: Surroundings): Record<string, string> {
  const { name, memoryMb, handler, codeDir } = definition;
  return {
    ...definition.environment,
    ...awsEnvironment(name, surroundings),
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    LAMBDA_TASK_ROOT: codeDir,
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    _HANDLER: handler,
  };
}

/** Endpoint, region and credentials of somebody who calls AWS through the door. */
export function awsEnvironment(accessKeyId: string, { doorUrl, emptyDir }: Surroundings): Record<string, string> {
  return {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_ENDPOINT_URL: doorUrl,
    AWS_CONFIG_FILE: join(emptyDir, 'config'),
    AWS_SHARED_CREDENTIALS_FILE: join(emptyDir, 'credentials'),
    AWS_EC2_METADATA_DISABLED: 'true',
  };
}
