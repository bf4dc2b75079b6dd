import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AwsLogDriverMode,
  Cluster,
  ContainerImage,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  LinuxParameters,
  LogDrivers,
  OperatingSystemFamily,
  type ContainerDefinitionOptions,
} from 'aws-cdk-lib/aws-ecs';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { SubnetType } from 'aws-cdk-lib/aws-ec2';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type * as z from 'zod/mini';
import type { Env } from '../../../live-stream/env.ts';
import { liveStreamContext } from '#assets';
import type { Settings } from '../../config/settings.ts';
import { acknowledge, acknowledgeWildcard } from '../acknowledge.ts';
import { asInterface } from '../as-interface.ts';
import { METRICS_NAMESPACE } from '../monitoring/own-metric.ts';
import type { Storage } from '../storage/storage.ts';
import { COMMAND, MEMORY_MIB } from './command.ts';
import type { StreamNetwork } from './stream-network.ts';
import { DRAIN_TIME, STOP_TIMEOUT } from './timeouts.ts';

/** The port of the container on AWS. */
export const CONTAINER_PORT = 8080;

/** What the Live Stream service needs. */
export interface StreamServiceProps {
  readonly network: StreamNetwork;
  readonly storage: Storage;
  readonly settings: Settings;
}

/** Tasks of the smallest size. Each follows the whole LiveEvents stream and serves its share of the readers. */
export class StreamService extends Construct {
  readonly service: FargateService;

  constructor(scope: Construct, id: string, props: StreamServiceProps) {
    super(scope, id);
    const taskDefinition = new FargateTaskDefinition(this, 'Task', {
      cpu: 256,
      memoryLimitMiB: MEMORY_MIB,
      runtimePlatform: { cpuArchitecture: CpuArchitecture.ARM64, operatingSystemFamily: OperatingSystemFamily.LINUX },
    });
    acknowledge(taskDefinition, {
      'AwsSolutions-ECS2': 'Names of tables and numbers; the service has no secret.',
    });
    acknowledgeWildcard(
      taskDefinition.obtainExecutionRole(),
      '*',
      'ECR hands out tokens for no resource in particular.',
    );
    taskDefinition.addContainer('LiveStream', this.container(props));
    props.storage.directory.grantLookUp(taskDefinition.taskRole);
    props.storage.liveEvents.grantFollow(taskDefinition.taskRole);
    props.storage.bodies.grantRead(taskDefinition.taskRole);
    props.storage.counters.grantLease(taskDefinition.taskRole);
    const cluster = new Cluster(this, 'Cluster', { vpc: props.network.vpc });
    acknowledge(cluster, {
      'AwsSolutions-ECS4': 'The service counts what matters itself; Container Insights would cost more than the task.',
    });
    this.service = new FargateService(this, 'Service', {
      cluster: asInterface(cluster),
      taskDefinition,
      ...tasksOf(props.settings),
      circuitBreaker: { rollback: true },
      assignPublicIp: true,
      vpcSubnets: { subnetType: SubnetType.PUBLIC },
      securityGroups: [props.network.taskGroup],
      healthCheckGracePeriod: Duration.minutes(1),
    });
  }

  private container(props: StreamServiceProps): ContainerDefinitionOptions {
    return {
      image: ContainerImage.fromAsset(liveStreamContext(), { platform: Platform.LINUX_ARM64 }),
      command: [...COMMAND],
      workingDirectory: '/app',
      portMappings: [{ containerPort: CONTAINER_PORT }],
      environment: environment(props),
      stopTimeout: STOP_TIMEOUT,
      readonlyRootFilesystem: true,
      linuxParameters: new LinuxParameters(this, 'Linux', { initProcessEnabled: true }),
      logging: LogDrivers.awsLogs({
        streamPrefix: 'live-stream',
        logGroup: new LogGroup(this, 'Log', {
          retention: RetentionDays.ONE_MONTH,
          removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
        }),
        // A full log buffer must not stop the events.
        mode: AwsLogDriverMode.NON_BLOCKING,
      }),
    };
  }
}

/**
 * DynamoDB Streams allows two readers per shard, even during a deployment: to replace one task, ECS starts the new one
 * first; two tasks it replaces one after the other. Kinesis allows twenty, and there the load decides how many tasks
 * run: a number in the template would undo that with each deployment, and disconnect readers.
 */
const tasksOf = ({ STREAM_TASKS, LIVE_STREAM_SOURCE }: Settings) => {
  if (LIVE_STREAM_SOURCE === 'kinesis') return { minHealthyPercent: 100, maxHealthyPercent: 200 };
  return STREAM_TASKS === 1
    ? { desiredCount: STREAM_TASKS, minHealthyPercent: 100, maxHealthyPercent: 200 }
    : { desiredCount: STREAM_TASKS, minHealthyPercent: 50, maxHealthyPercent: 100 };
};

const environment = ({ storage, settings }: StreamServiceProps) =>
  ({
    PORT: String(CONTAINER_PORT),
    HOST: '0.0.0.0',
    DIRECTORY_TABLE: storage.directory.tableName,
    LIVE_EVENTS_TABLE: storage.liveEvents.tableName,
    KINESIS_STREAM_ARN: storage.liveEvents.kinesisStream?.streamArn ?? '',
    BODIES_BUCKET: storage.bodies.bucketName,
    COUNTERS_TABLE: storage.counters.tableName,
    METRICS_NAMESPACE,
    STREAM_MAX_PER_CHANNEL: String(settings.STREAM_MAX_PER_CHANNEL),
    STREAM_MAX_PER_IP: String(settings.STREAM_MAX_PER_IP),
    // CloudFront adds the reader's address to x-forwarded-for, the load balancer adds CloudFront's.
    TRUSTED_PROXIES: '2',
    DRAIN_SECONDS: String(DRAIN_TIME.toSeconds()),
  }) satisfies z.input<typeof Env>;
