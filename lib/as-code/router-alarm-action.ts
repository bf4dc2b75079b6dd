import type { AlarmActionConfig, IAlarm, IAlarmAction } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Webhook } from './webhook.ts';

/** Sends an alarm of CloudWatch to a webhook: `alarm.addAlarmAction(new RouterAlarmAction(webhook))`. */
export class RouterAlarmAction implements IAlarmAction {
  private readonly webhook: Webhook;

  /** @param webhook with the preset `aws-sns` */
  constructor(webhook: Webhook) {
    this.webhook = webhook;
  }

  bind(_scope: Construct, _alarm: IAlarm): AlarmActionConfig {
    return { alarmActionArn: this.webhook.topic.topicArn };
  }
}
