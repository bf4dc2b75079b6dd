import { numberAt, textAt, textsAt } from './body-value.ts';
import type { Preset } from './preset.ts';
import { priorityOf } from './severity.ts';
import { around, joined, lines, type Part } from './wording.ts';

/** `[Triggered on {host:web-1}] Disk full`: Datadog writes the monitor's state into the title. */
const STATE_IN_TITLE = /\[(?:P[1-5]\]\s*\[)?(Triggered|Recovered|Warn|Re-Triggered|No data|Renotify)\b/i;

const priorityByState = new Map([
  ['triggered', 4],
  ['re-triggered', 4],
  ['renotify', 4],
  ['warn', 3],
  ['no data', 3],
  ['recovered', 2],
]);

/** Datadog writes `%%%` around a body in Markdown. */
const MARKDOWN_FENCE = /^%%%|%%%$/g;

/**
 * The Datadog webhook integration with its default payload, or one with more of the documented variables.
 *
 * @see https://docs.datadoghq.com/integrations/webhooks/
 */
export const datadog: Preset = {
  read({ body }) {
    const title = textAt(body, 'title', 'event_title', 'alert_title');
    const text = textAt(body, 'body', 'event_msg', 'text_only_msg', 'message', 'alert_status')
      ?.replaceAll(MARKDOWN_FENCE, '')
      .trim();
    if (title === undefined || textAt(body, 'event_type', 'alert_type', 'alert_transition', 'org.id') === undefined) {
      return undefined;
    }
    const state = stateOf(textAt(body, 'alert_transition'), title);
    const given = textAt(body, 'alert_priority', 'priority');
    return {
      title,
      message:
        lines(text, around('Host: ', textAt(body, 'hostname', 'host')), textAt(body, 'link', 'event_url', 'url')) ??
        title,
      priority: state === 'recovered' ? 2 : (priorityOf(given) ?? priorityByState.get(state ?? '') ?? levelOf(body)),
      tags: ['datadog', textAt(body, 'event_type', 'alert_type'), state, ...tagsOf(body)],
    };
  },
  identity: {
    key: '`aggreg_key`, else `alert_id` with `alert_scope`, else `alert_cycle_key`: variables to put into the payload',
    status: 'the transition: `Recovered` is resolved, every other one fires',
    time: '`last_updated`, else `date`',
    read: ({ body }) => {
      const monitor = textAt(body, 'alert_id');
      const ofMonitor = joined([monitor, monitor === undefined ? undefined : textAt(body, 'alert_scope')], ' ');
      const key = textAt(body, 'aggreg_key') ?? ofMonitor ?? textAt(body, 'alert_cycle_key');
      if (key === undefined) return undefined;
      const state = stateOf(
        textAt(body, 'alert_transition'),
        textAt(body, 'title', 'event_title', 'alert_title') ?? '',
      );
      const at = numberAt(body, 'last_updated') ?? numberAt(body, 'date');
      return { key, status: state === 'recovered' ? 'resolved' : 'firing', at };
    },
  },
};

function stateOf(transition: Part, title: string): Part {
  return (transition ?? STATE_IN_TITLE.exec(title)?.[1])?.toLowerCase();
}

function levelOf(body: Parameters<typeof textAt>[0]): number {
  return priorityOf(textAt(body, 'alert_type')) ?? 3;
}

function tagsOf(body: Parameters<typeof textAt>[0]): readonly string[] {
  return textAt(body, 'tags')?.split(',') ?? textsAt(body, 'tags');
}
