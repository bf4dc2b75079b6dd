import type { JsonObject } from '../../message/json-object.ts';
import { objectAt, textAt, valueAt } from './body-value.ts';
import type { Preset, PresetReading } from './preset.ts';
import { priorityOf } from './severity.ts';
import { around, fieldLines, joined, lines, type Part, phrase } from './wording.ts';

/** The importance that mobile apps know beside `priority`. */
const importances = new Map([
  ['max', 5],
  ['time-sensitive', 4],
  ['high', 4],
  ['default', 3],
  ['active', 3],
  ['low', 2],
  ['passive', 1],
  ['min', 1],
]);

/**
 * Home Assistant: the RESTful notification, `rest_command`, events and automation triggers sent on as they are.
 *
 * @see https://www.home-assistant.io/integrations/notify.rest/
 */
export const homeAssistant: Preset = {
  read({ body }) {
    if (textAt(body, 'message') !== undefined) return readNotify(body);
    for (const at of ['data', 'trigger', 'event.data']) {
      if (textAt(body, `${at}.entity_id`, `${at}.to_state.entity_id`) !== undefined) return readChange(body, at);
    }
    const event = textAt(body, 'event_type', 'event.event_type');
    if (event === undefined) return undefined;
    const message = fieldLines(objectAt(body, 'data')) ?? fieldLines(objectAt(body, 'event.data'));
    return { title: event, message: message ?? event, tags: ['home-assistant', event] };
  },
};

function readNotify(body: JsonObject): PresetReading {
  const critical = valueAt(body, 'data.push.sound.critical') === 1;
  const asked = textAt(body, 'data.importance', 'data.priority', 'data.push.interruption-level');
  const given = valueAt(body, 'priority');
  return {
    // The RESTful notification lets people choose the name.
    title: textAt(body, 'title', 'topic', 'subject') ?? 'Home Assistant',
    message: lines(textAt(body, 'message'), textAt(body, 'data.url', 'data.clickAction')),
    priority: typeof given === 'number' ? given : critical ? 5 : wished(asked),
    tags: ['home-assistant', textAt(body, 'data.group'), textAt(body, 'data.channel'), textAt(body, 'data.tag')],
  };
}

function wished(importance: Part): number | undefined {
  return importance === undefined ? undefined : (importances.get(importance) ?? priorityOf(importance));
}

/** An entity that went from one state to another. */
function readChange(body: JsonObject, at: string): PresetReading {
  const entity = textAt(body, `${at}.entity_id`, `${at}.to_state.entity_id`);
  const name = textAt(body, `${at}.new_state.attributes.friendly_name`, `${at}.to_state.attributes.friendly_name`);
  const state = textAt(body, `${at}.new_state.state`, `${at}.to_state.state`);
  const before = textAt(body, `${at}.old_state.state`, `${at}.from_state.state`);
  const unit = textAt(
    body,
    `${at}.new_state.attributes.unit_of_measurement`,
    `${at}.to_state.attributes.unit_of_measurement`,
  );
  return {
    title: phrase(name ?? entity, around('is ', phrase(state, unit))),
    message: lines(
      joined([around('Was ', phrase(before, unit)), around('now ', phrase(state, unit))], ', '),
      entity,
      textAt(body, `${at}.description`),
    ),
    tags: ['home-assistant', entity?.split('.')[0], entity, wordOnly(state)],
  };
}

/** A state such as `on`: a measured number would be another tag every minute. */
function wordOnly(state: Part): Part {
  return Number.isNaN(Number(state)) ? state : undefined;
}
