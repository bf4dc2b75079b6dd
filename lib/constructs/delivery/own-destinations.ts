import { Lazy, Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { CfnQueue, type IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/**
 * What channels must never reach: every queue and topic of a stack, found rather than listed, and the topic of its
 * alarms. Anybody who could write there could forge a job or a bounce, or drown out an alarm.
 */
export class OwnDestinations {
  private readonly stack: Stack;
  private readonly alarmTopicArn: string | undefined;

  constructor(scope: Construct, alarmTopicArn: string | undefined) {
    this.stack = Stack.of(scope);
    this.alarmTopicArn = alarmTopicArn;
  }

  /** For the environment of functions: URLs of queues and ARNs of topics, comma-separated. */
  get names(): string {
    const produce = () => [...this.queues().map(({ ref }) => ref), ...this.topicArns()].join(',');
    return Lazy.string({ produce });
  }

  /**
   * Denies these to a function that may send to any queue and topic. Call it once all of them exist.
   *
   * @param but the queues that the function itself sends jobs to, which only its code can keep channels from
   */
  deny(grantee: IFunction, but: readonly IQueue[]): void {
    const used = new Set(but.map((queue) => queue.node.defaultChild));
    const queueArns = this.queues().flatMap((queue) => (used.has(queue) ? [] : [queue.attrArn]));
    const deny = (action: string, resources: string[]): void =>
      grantee.addToRolePolicy(new PolicyStatement({ effect: Effect.DENY, actions: [action], resources }));
    deny('sqs:SendMessage', queueArns);
    deny('sns:Publish', this.topicArns());
  }

  private queues(): CfnQueue[] {
    return this.stack.node.findAll().filter((construct) => construct instanceof CfnQueue);
  }

  private topicArns(): string[] {
    const topics = this.stack.node.findAll().filter((construct) => construct instanceof CfnTopic);
    return [...topics.map(({ ref }) => ref), ...(this.alarmTopicArn === undefined ? [] : [this.alarmTopicArn])];
  }
}
