import { textAt, utcAt, valueAt } from './body-value.ts';
import type { Preset, Reported } from './preset.ts';
import { around, lines, say } from './wording.ts';

const states = new Map([
  ['0', { name: 'down', priority: 5 }],
  ['1', { name: 'up', priority: 2 }],
  ['2', { name: 'pending', priority: 3 }],
  ['3', { name: 'maintenance', priority: 2 }],
]);

const statusByState: ReadonlyMap<string, Reported['status']> = new Map([
  ['1', 'resolved'],
  ['3', 'acknowledged'],
]);

/** A test, or a warning that a certificate or a domain runs out: no heartbeat. */
const noHeartbeat = { name: undefined, priority: 3 };

/**
 * The webhook notification of Uptime Kuma.
 *
 * @see https://github.com/louislam/uptime-kuma
 */
export const uptimeKuma: Preset = {
  formField: 'data',
  read({ body }) {
    const said = textAt(body, 'msg');
    if (said === undefined && valueAt(body, 'heartbeat.status') === undefined) return undefined;
    const { name, priority } = states.get(textAt(body, 'heartbeat.status') ?? '') ?? noHeartbeat;
    const monitor = textAt(body, 'monitor.name', 'monitor.pathName');
    return {
      title: monitor === undefined ? 'Uptime Kuma' : say(monitor, around('is ', name)),
      message: lines(
        textAt(body, 'heartbeat.msg') ?? said,
        around('Ping: ', textAt(body, 'heartbeat.ping'), ' ms'),
        around('Time: ', textAt(body, 'heartbeat.localDateTime', 'heartbeat.time')),
        textAt(body, 'monitor.url', 'monitor.hostname')?.replace(/^https?:\/\/$/, ''),
      ),
      priority,
      tags: ['uptime-kuma', name, monitor],
    };
  },
  identity: {
    key: 'the id of the monitor',
    status: '`heartbeat.status`: 1 is resolved, 3 (maintenance) acknowledges, everything else fires',
    time: '`heartbeat.time`',
    read: ({ body }) => {
      const monitor = textAt(body, 'monitor.id', 'heartbeat.monitorID');
      const state = textAt(body, 'heartbeat.status');
      if (monitor === undefined || state === undefined) return undefined;
      return {
        key: `monitor:${monitor}`,
        status: statusByState.get(state) ?? 'firing',
        at: utcAt(body, 'heartbeat.time'),
      };
    },
  },
};
