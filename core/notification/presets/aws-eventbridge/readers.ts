import {
  readApiCall,
  readBuild,
  readGuardDuty,
  readHealth,
  readObject,
  readPipeline,
  readSecurityHub,
} from './account-events.ts';
import {
  readBatch,
  readEc2,
  readEcsDeployment,
  readEcsTask,
  readExecution,
  readImageScan,
  readRds,
  readSpot,
} from './compute-events.ts';
import type { ReadDetail } from './event-text.ts';

/** The well-known kinds of events by their `detail-type`. Each other one is listed field by field. */
export const readers: ReadonlyMap<string, ReadDetail> = new Map<string, ReadDetail>([
  ['ECS Task State Change', readEcsTask],
  ['ECS Deployment State Change', readEcsDeployment],
  ['ECS Service Action', readEcsDeployment],
  ['EC2 Instance State-change Notification', readEc2],
  ['EC2 Spot Instance Interruption Warning', readSpot],
  ['ECR Image Scan', readImageScan],
  ['AWS Health Event', readHealth],
  ['CodePipeline Pipeline Execution State Change', readPipeline],
  ['CodePipeline Stage Execution State Change', readPipeline],
  ['CodePipeline Action Execution State Change', readPipeline],
  ['CodeBuild Build State Change', readBuild],
  ['GuardDuty Finding', readGuardDuty],
  ['Security Hub Findings - Imported', readSecurityHub],
  ['Step Functions Execution Status Change', readExecution],
  ['Batch Job State Change', readBatch],
  ['RDS DB Instance Event', readRds],
  ['RDS DB Cluster Event', readRds],
  ['AWS API Call via CloudTrail', readApiCall],
  ['AWS Console Sign In via CloudTrail', readApiCall],
  ['Object Created', readObject],
  ['Object Deleted', readObject],
]);
