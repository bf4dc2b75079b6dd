import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { WireAttributes } from '../message-attributes.ts';
import { readStatements, writeStatements } from './message-statements.ts';

const MessageRow = z
  .object({
    sequence: z.number(),
    queue_id: z.number(),
    group_id: z.string(),
    message_id: z.string(),
    body: z.string(),
    attributes: z.string().nullable(),
    trace_header: z.string().nullable(),
    dead_letter_source: z.string().nullable(),
    sent_at: z.number(),
    visible_at: z.number(),
    in_flight: z.number(),
    receive_count: z.number(),
    first_received_at: z.number().nullable(),
  })
  .transform((row) => ({
    sequence: row.sequence,
    queueId: row.queue_id,
    /** Empty when the message was sent without one. */
    groupId: row.group_id,
    messageId: row.message_id,
    body: row.body,
    attributes: row.attributes === null ? {} : WireAttributes.parse(JSON.parse(row.attributes)),
    traceHeader: row.trace_header,
    /** Name of the queue that gave the message up, on a dead letter queue. */
    deadLetterSource: row.dead_letter_source,
    sentAt: row.sent_at,
    visibleAt: row.visible_at,
    inFlight: row.in_flight === 1,
    receiveCount: row.receive_count,
    firstReceivedAt: row.first_received_at,
  }));

/** A message as stored, times in epoch milliseconds. */
export type StoredMessage = z.output<typeof MessageRow>;

/** What a new message starts with. */
type NewMessage = Pick<
  StoredMessage,
  'queueId' | 'groupId' | 'messageId' | 'body' | 'attributes' | 'traceHeader' | 'sentAt' | 'visibleAt'
>;

const GroupHead = z
  .object({ group_id: z.string(), visible_at: z.number() })
  .transform((row) => ({ groupId: row.group_id, visibleAt: row.visible_at }));
const GroupCount = z.object({ group_id: z.string(), count: z.number() });
const Sequence = z.object({ sequence: z.number() });
const WaitingMessage = z
  .object({ sequence: z.number(), visible_at: z.number() })
  .transform((row) => ({ sequence: row.sequence, visibleAt: row.visible_at }));
const Counts = z.object({ visible: z.number(), delayed: z.number(), inFlight: z.number() });

/** When the next message of a group is visible, epoch milliseconds. */
export type GroupHead = z.output<typeof GroupHead>;

/** A visible message, and since when it is, epoch milliseconds. */
export type WaitingMessage = z.output<typeof WaitingMessage>;

/** How many messages of a queue can be received, are waiting out a delay, and are with a receiver. */
export type MessageCounts = z.output<typeof Counts>;

function sequences(rows: readonly unknown[]): number[] {
  return rows.map((row) => Sequence.parse(row).sequence);
}

/** The messages of all queues. Every method is one statement; callers open the transaction. */
export interface MessageTable {
  insert(message: NewMessage): void;
  get(sequence: number): StoredMessage | undefined;
  remove(sequence: number): void;
  /** Marks the message as in flight until `visibleAt` and counts the receive. */
  receive(sequence: number, times: { visibleAt: number; now: number }): StoredMessage;
  setVisibility(sequence: number, to: { visibleAt: number; inFlight: boolean }): void;
  /** Puts the message on the dead letter queue `queueId` as it is: same id, sent time and receive count. */
  giveUp(sequence: number, to: { queueId: number; source: string; now: number }): void;
  heads(queueId: number): GroupHead[];
  inFlightByGroup(queueId: number, now: number): Map<string, number>;
  /** The group's visible messages, the longest visible first. */
  visibleOfGroup(of: { queueId: number; groupId: string; now: number; limit: number }): WaitingMessage[];
  /** Sequences of the queue's visible messages, in the order they came. */
  visible(of: { queueId: number; now: number; limit: number }): number[];
  counts(queueId: number, now: number): MessageCounts;
  /** Deletes what was sent at or before the given time. */
  expire(queueId: number, before: number): void;
  purge(queueId: number): void;
  /** Makes every in-flight message visible; returns how many. */
  release(now: number): number;
}

/** @param database an open queue database, see `openDatabase`. */
export function createMessageTable(database: DatabaseSync): MessageTable {
  const read = readStatements(database);
  const write = writeStatements(database);

  return {
    insert({ attributes, ...message }) {
      const attributesJson = Object.keys(attributes).length === 0 ? null : JSON.stringify(attributes);
      write.insert.run({ ...message, attributes: attributesJson });
    },

    get(sequence) {
      const row = read.get.get(sequence);
      return row && MessageRow.parse(row);
    },

    remove(sequence) {
      write.remove.run(sequence);
    },

    receive(sequence, times) {
      return MessageRow.parse(write.receive.get({ sequence, ...times }));
    },

    setVisibility(sequence, { visibleAt, inFlight }) {
      write.setVisibility.run({ sequence, visibleAt, inFlight: inFlight ? 1 : 0 });
    },

    giveUp(sequence, to) {
      write.giveUp.run({ sequence, ...to });
    },

    heads(queueId) {
      return read.heads.all({ queueId }).map((row) => GroupHead.parse(row));
    },

    inFlightByGroup(queueId, now) {
      const rows = read.inFlight.all({ queueId, now }).map((row) => GroupCount.parse(row));
      return new Map(rows.map((row) => [row.group_id, row.count]));
    },

    visibleOfGroup(of) {
      return read.visibleOfGroup.all(of).map((row) => WaitingMessage.parse(row));
    },

    visible(of) {
      return sequences(read.visible.all(of));
    },

    counts(queueId, now) {
      return Counts.parse(read.counts.get({ queueId, now }));
    },

    expire(queueId, before) {
      write.expire.run({ queueId, before });
    },

    purge(queueId) {
      write.purge.run(queueId);
    },

    release(now) {
      return Number(write.release.run({ now }).changes);
    },
  };
}
