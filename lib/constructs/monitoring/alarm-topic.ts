import type { Construct } from 'constructs';
import { HarmAlarm } from './monitoring.ts';

/** Sends every alarm below `scope`, and its end, to a topic that somebody listens to. */
export function sendAlarmsTo(topicArn: string, scope: Construct): void {
  const action = { bind: () => ({ alarmActionArn: topicArn }) };
  for (const { alarm } of HarmAlarm.below(scope)) {
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}
