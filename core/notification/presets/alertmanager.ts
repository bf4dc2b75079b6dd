import { groupMessage, groupPriority, groupTitle, reportedGroup, severityOf, stateOf } from './alert-group.ts';
import { countAt, textAt } from './body-value.ts';
import type { Preset } from './preset.ts';
import { around, joined } from './wording.ts';

/**
 * The webhook of Prometheus Alertmanager: one group of alerts, firing or resolved.
 *
 * @see https://prometheus.io/docs/alerting/latest/configuration/#webhook_config
 */
export const alertmanager: Preset = {
  read({ body }) {
    if (countAt(body, 'alerts') === 0) return undefined;
    return {
      title: groupTitle(body),
      message: joined([groupMessage(body), around('Alertmanager: ', textAt(body, 'externalURL'))], '\n\n'),
      priority: groupPriority(body),
      tags: [
        'alertmanager',
        stateOf(body),
        severityOf(body),
        textAt(body, 'commonLabels.alertname'),
        textAt(body, 'receiver'),
      ],
    };
  },
  identity: {
    key: '`groupKey`: a group of alerts is one alert',
    status: '`status`',
    time: '-',
    read: ({ body }) => reportedGroup(body),
  },
};
