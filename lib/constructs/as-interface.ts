import type { ApiDestination, IApiDestination } from 'aws-cdk-lib/aws-events';
import type { IVpc, Vpc } from 'aws-cdk-lib/aws-ec2';
import type { Cluster, ICluster } from 'aws-cdk-lib/aws-ecs';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import type { IFileSetProducer, Step } from 'aws-cdk-lib/pipelines';

/**
 * A construct as the interface that it implements.
 *
 * aws-cdk-lib is compiled without `exactOptionalPropertyTypes`: these classes declare `T | undefined` where their
 * interfaces declare an optional `T`, so with that option on they do not match. The value is handed on untouched.
 */
export function asInterface(construct: Vpc): IVpc;
export function asInterface(construct: Bucket): IBucket;
export function asInterface(construct: Cluster): ICluster;
export function asInterface(construct: Step): IFileSetProducer;
export function asInterface(construct: ApiDestination): IApiDestination;
export function asInterface(construct: unknown): unknown {
  return construct;
}
