import type { Alert } from '../../core/alert/alert.ts';
import type { AlertHeads, AlertKey } from '../../core/alert/apply-change.ts';
import { mayWrite, written } from '../../core/alert/change.ts';
import type { AlertReader } from '../../core/delivery/alert-history.ts';
import type { PostPlace, PostPorts, PostRow } from '../../core/delivery/alert-posts.ts';
import type { AlertTimers, AnnouncePorts } from '../../core/delivery/alert-timers.ts';
import type { Message } from '../../core/delivery/message.ts';

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
  const archive = (alert: Alert) => void archived.push(alert);
  return { ...ports, all, put, archive };
}

/** Alerts in memory as operators and timers find them. `members` are their messages, oldest first. */
export function memoryAlerts(heads = memoryAlertHeads()) {
  const members: { readonly alertId: string; readonly messageId: string; readonly said: Alert['status'] }[] = [];
  const posts = memoryPosts(heads);
  const of = (alertId: string) => members.filter((member) => member.alertId === alertId);
  const reader: AlertReader & AlertTimers & AnnouncePorts['timers'] = {
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
    isNewest: async ({ webhookId, key, id }) => (await heads.read({ organizationId: '', webhookId, key }))?.id === id,
    post: async (alertId, channelId) => posts.rows.get(`${alertId}#${channelId}`) ?? {},
    async members(alertId, { limit, after }) {
      const ids = of(alertId).map(({ messageId }) => messageId);
      const rest = ids.toReversed().filter((id) => after === undefined || id < after);
      const items = rest.slice(0, limit);
      const last = items.at(-1);
      return { items, ...(last === undefined || items.length === rest.length ? {} : { next: last }) };
    },
    countFiring: async (alertId) => of(alertId).filter(({ said }) => said === 'firing').length,
    readTimed: async ({ id }) => heads.all().find((alert) => alert.id === id),
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

/** What channels are shown, in memory. `stored` are the messages that can be read. */
export function memoryPosts(heads = memoryAlertHeads(), stored = new Map<string, Message>()) {
  const rows = new Map<string, PostRow>();
  const nameOf = ({ alertId, channelId }: PostPlace) => `${alertId}#${channelId}`;
  const rowAt = (at: PostPlace) => rows.get(nameOf(at)) ?? {};
  const isMine = (at: PostPlace & { readonly messageId: string }) => rowAt(at).holder?.messageId === at.messageId;
  const ports: PostPorts = {
    async read({ webhookId, organizationId, alert: { id, key } }, channelId) {
      const newest = await heads.read({ organizationId, webhookId, key });
      const alert = newest?.id === id ? newest : heads.all().find((other) => other.id === id);
      const row = rowAt({ alertId: id, channelId });
      return { ...(alert === undefined ? {} : { alert }), isNewest: newest?.id === id, row };
    },
    async readPrevious({ previousId = '' }, channelId) {
      const alert = heads.all().find(({ id }) => id === previousId);
      return { ...(alert === undefined ? {} : { alert }), row: rowAt({ alertId: previousId, channelId }) };
    },
    readMessage: async (_, messageId) => stored.get(messageId),
    async hold({ messageId, now, until, seen, begun, ...at }) {
      const { holder, hasFailed: _, ...row } = rowAt(at);
      if (row.shown?.version !== seen) return false;
      if (holder !== undefined && holder.messageId !== messageId && holder.until >= now) return false;
      rows.set(nameOf(at), { ...row, ...(begun === undefined ? {} : { begun }), holder: { messageId, until } });
      return true;
    },
    async settle(at, shown) {
      if (!isMine(at)) return;
      const { hasFailed } = rowAt(at);
      rows.set(nameOf(at), { shown, shownBy: at.messageId, ...(hasFailed === undefined ? {} : { hasFailed }) });
    },
    async release(at, hasFailed) {
      if (!isMine(at)) return;
      const { holder: _, ...row } = rowAt(at);
      rows.set(nameOf(at), { ...row, ...(hasFailed ? { hasFailed } : {}) });
    },
    async close(at, shown) {
      rows.set(nameOf(at), { ...rowAt(at), shown });
    },
  };
  return { ...ports, rows, stored };
}
