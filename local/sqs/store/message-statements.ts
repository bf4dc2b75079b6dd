import type { DatabaseSync } from 'node:sqlite';

// A "loose index scan": one index probe per group, whatever the backlog behind each of them.
const groupHeads = `
  WITH RECURSIVE groups (group_id) AS (
    SELECT MIN(group_id) FROM messages WHERE queue_id = :queueId
    UNION ALL
    SELECT (SELECT MIN(group_id) FROM messages WHERE queue_id = :queueId AND group_id > groups.group_id)
    FROM groups WHERE groups.group_id IS NOT NULL
  )
  SELECT group_id, (
    SELECT MIN(visible_at) FROM messages WHERE queue_id = :queueId AND group_id = groups.group_id
  ) AS visible_at FROM groups WHERE group_id IS NOT NULL`;

/** Prepares what reads messages without changing them. */
export function readStatements(database: DatabaseSync) {
  return {
    get: database.prepare('SELECT * FROM messages WHERE sequence = ?'),
    heads: database.prepare(groupHeads),
    inFlight: database.prepare(
      `SELECT group_id, COUNT(*) AS count FROM messages
     WHERE queue_id = :queueId AND in_flight = 1 AND visible_at > :now GROUP BY group_id`,
    ),
    visibleOfGroup: database.prepare(
      `SELECT sequence, visible_at FROM messages WHERE queue_id = :queueId AND group_id = :groupId AND visible_at <= :now
     ORDER BY visible_at, sequence LIMIT :limit`,
    ),
    visible: database.prepare(
      'SELECT sequence FROM messages WHERE queue_id = :queueId AND visible_at <= :now ORDER BY sequence LIMIT :limit',
    ),
    counts: database.prepare(
      `SELECT COUNT(*) FILTER (WHERE visible_at <= :now) AS visible,
       COUNT(*) FILTER (WHERE visible_at > :now AND in_flight = 0) AS delayed,
       COUNT(*) FILTER (WHERE visible_at > :now AND in_flight = 1) AS inFlight
     FROM messages WHERE queue_id = :queueId`,
    ),
  };
}

/** Prepares what changes messages. */
export function writeStatements(database: DatabaseSync) {
  return {
    insert: database.prepare(
      `INSERT INTO messages (queue_id, group_id, message_id, body, attributes, trace_header, sent_at, visible_at)
     VALUES (:queueId, :groupId, :messageId, :body, :attributes, :traceHeader, :sentAt, :visibleAt)`,
    ),
    remove: database.prepare('DELETE FROM messages WHERE sequence = ?'),
    receive: database.prepare(
      `UPDATE messages SET in_flight = 1, visible_at = :visibleAt, receive_count = receive_count + 1,
       first_received_at = COALESCE(first_received_at, :now) WHERE sequence = :sequence RETURNING *`,
    ),
    setVisibility: database.prepare(
      'UPDATE messages SET visible_at = :visibleAt, in_flight = :inFlight WHERE sequence = :sequence',
    ),
    giveUp: database.prepare(
      `UPDATE messages SET queue_id = :queueId, dead_letter_source = :source, visible_at = :now, in_flight = 0
     WHERE sequence = :sequence`,
    ),
    expire: database.prepare('DELETE FROM messages WHERE queue_id = :queueId AND sent_at <= :before'),
    purge: database.prepare('DELETE FROM messages WHERE queue_id = ?'),
    release: database.prepare(
      'UPDATE messages SET visible_at = :now, in_flight = 0 WHERE in_flight = 1 AND visible_at > :now',
    ),
  };
}
