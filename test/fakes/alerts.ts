import type { Alert } from '../../core/alert/alert.ts';
import type { AlertHeads, AlertKey } from '../../core/alert/apply-change.ts';
import { mayWrite, written } from '../../core/alert/change.ts';
import type { AlertReader } from '../../core/delivery/alert-history.ts';
import type { Carrying, Post, PostPorts } from '../../core/delivery/alert-posts.ts';
import type { AlertTimers } from '../../core/delivery/alert-timers.ts';

/** The newest alerts in memory, by the same rules as the table: the contract suite runs against both. */
export function memoryAlertHeads() {
  const heads = new Map<string, Alert>();
  const archived: Alert[] = [];
  const nameOf = ({ webhookId, key }: Pick<AlertKey, 'webhookId' | 'key'>) => JSON.stringify([webhookId, key]);
  const ports: AlertHeads = {
    read: async (key) => heads.get(nameOf(key)),
    async write(step) {
      const found = heads.get(nameOf(step.change));
      if (!mayWrite(found, step)) return { kind: 'refused', found };
      if (step.effect === 'begin-again' && found !== undefined) archived.push(found);
      heads.set(nameOf(step.change), written(found, step));
      return { kind: 'written', before: found };
    },
  };
  const all = () => [...heads.values(), ...archived];
  const put = (alert: Alert) => void heads.set(nameOf(alert), alert);
  return { ...ports, all, put };
}

/** Alerts in memory as operators and the sweeper find them. `members` are their messages, oldest first. */
export function memoryAlerts(heads = memoryAlertHeads()) {
  const members: { readonly alertId: string; readonly messageId: string; readonly said: Alert['status'] }[] = [];
  const posts = memoryPosts(heads);
  const of = (alertId: string) => members.filter((member) => member.alertId === alertId);
  const reader: AlertReader & AlertTimers = {
    async list({ organizationId, page, accepts, from = 0, to = Infinity }) {
      const found = heads
        .all()
        .filter((alert) => alert.organizationId === organizationId && alert.firstAt >= from && alert.firstAt <= to)
        .filter(({ id }) => page.after === undefined || id < page.after)
        .sort((a, b) => (a.id < b.id ? 1 : -1));
      const seen = found.slice(0, page.limit);
      const last = seen.at(-1);
      return {
        items: seen.filter(accepts),
        ...(last === undefined || seen.length === found.length ? {} : { next: last.id }),
      };
    },
    read: async (organizationId, alertId) =>
      heads.all().find((alert) => alert.organizationId === organizationId && alert.id === alertId),
    posts: async (alertId, channelIds) =>
      channelIds.map((channelId) => posts.rows.get(`${alertId}#${channelId}`) ?? { turn: 0 }),
    async members(alertId, { limit, after }) {
      const ids = of(alertId).map(({ messageId }) => messageId);
      const rest = ids.reverse().filter((id) => after === undefined || id < after);
      const items = rest.slice(0, limit);
      const last = items.at(-1);
      return { items, ...(last === undefined || items.length === rest.length ? {} : { next: last }) };
    },
    countFiring: async (alertId) => of(alertId).filter(({ said }) => said === 'firing').length,
    isMember: async (alertId, messageId) => of(alertId).some((member) => member.messageId === messageId),
    async *due(_shard, until) {
      for (const alert of heads.all()) if (_shard === 0 && (alert.dueAt ?? Infinity) <= until) yield alert;
    },
    async arm(alert, dueAt) {
      const { dueAt: _, ...rest } = alert;
      heads.put(dueAt === undefined ? rest : { ...rest, dueAt });
    },
  };
  return { heads, members, reader, posts };
}

/** What channels are shown, in memory. */
export function memoryPosts(heads = memoryAlertHeads()) {
  const rows = new Map<string, Post & Partial<Pick<Carrying, 'messageId' | 'until'>> & { carried?: number }>();
  const nameOf = ({ alertId, channelId }: Pick<Carrying, 'alertId' | 'channelId'>) => `${alertId}#${channelId}`;
  const ports: PostPorts = {
    async read({ webhookId, organizationId, alert: { id, key } }, channelId) {
      const alert = await heads.read({ organizationId, webhookId, key });
      const post = rows.get(nameOf({ alertId: id, channelId }));
      return { ...(alert === undefined ? {} : { alert }), ...(post === undefined ? {} : { post }) };
    },
    async carry(carrying) {
      const known = rows.get(nameOf(carrying)) ?? { turn: 0 };
      const { messageId, carried = 0, until = 0 } = known;
      const isFree = messageId === undefined || messageId === carrying.messageId || carried < carrying.turn;
      if (known.turn >= carrying.turn || !(isFree || until < carrying.now)) return false;
      const { turn } = known;
      rows.set(nameOf(carrying), {
        turn,
        carried: carrying.turn,
        messageId: carrying.messageId,
        until: carrying.until,
      });
      return true;
    },
    async settle(at, { turn, hasFailed }) {
      const known = rows.get(nameOf(at));
      if (known?.carried === undefined || known.carried > turn) return;
      rows.set(nameOf(at), hasFailed === true ? { turn: known.turn, hasFailed } : { turn });
    },
  };
  return { ...ports, rows };
}
