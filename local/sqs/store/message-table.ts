import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { MessageAttributes } from '../message-attributes.ts';
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
    attributes: row.attributes === null ? {} : MessageAttributes.parse(JSON.parse(row.attributes)),
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
export type NewMessage = Pick<
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

const sequences = (rows: readonly unknown[]): number[] => rows.map((row) => Sequence.parse(row).sequence);

/** The messages of all queues. Every method is one statement; callers open the transaction. */
export class MessageTable {
  readonly #read: ReturnType<typeof readStatements>;
  readonly #write: ReturnType<typeof writeStatements>;

  /** @param database an open queue database, see `openDatabase`. */
  constructor(database: DatabaseSync) {
    this.#read = readStatements(database);
    this.#write = writeStatements(database);
  }

  insert({ attributes, ...message }: NewMessage): void {
    const attributesJson = Object.keys(attributes).length === 0 ? null : JSON.stringify(attributes);
    this.#write.insert.run({ ...message, attributes: attributesJson });
  }

  get(sequence: number): StoredMessage | undefined {
    const row = this.#read.get.get(sequence);
    return row && MessageRow.parse(row);
  }

  remove(sequence: number): void {
    this.#write.remove.run(sequence);
  }

  /** Marks the message as in flight until `visibleAt` and counts the receive. */
  receive(sequence: number, times: { visibleAt: number; now: number }): StoredMessage {
    return MessageRow.parse(this.#write.receive.get({ sequence, ...times }));
  }

  setVisibility(sequence: number, { visibleAt, inFlight }: { visibleAt: number; inFlight: boolean }): void {
    this.#write.setVisibility.run({ sequence, visibleAt, inFlight: inFlight ? 1 : 0 });
  }

  /** Puts the message on the dead letter queue `queueId` as it is: same id, sent time and receive count. */
  giveUp(sequence: number, to: { queueId: number; source: string; now: number }): void {
    this.#write.giveUp.run({ sequence, ...to });
  }

  heads(queueId: number): GroupHead[] {
    return this.#read.heads.all({ queueId }).map((row) => GroupHead.parse(row));
  }

  inFlightByGroup(queueId: number, now: number): Map<string, number> {
    const rows = this.#read.inFlight.all({ queueId, now }).map((row) => GroupCount.parse(row));
    return new Map(rows.map((row) => [row.group_id, row.count]));
  }

  /** The group's visible messages, the longest visible first. */
  visibleOfGroup(of: { queueId: number; groupId: string; now: number; limit: number }): WaitingMessage[] {
    return this.#read.visibleOfGroup.all(of).map((row) => WaitingMessage.parse(row));
  }

  /** Sequences of the queue's visible messages, in the order they came. */
  visible(of: { queueId: number; now: number; limit: number }): number[] {
    return sequences(this.#read.visible.all(of));
  }

  counts(queueId: number, now: number): MessageCounts {
    return Counts.parse(this.#read.counts.get({ queueId, now }));
  }

  /** Deletes what was sent at or before the given time. */
  expire(queueId: number, before: number): void {
    this.#write.expire.run({ queueId, before });
  }

  purge(queueId: number): void {
    this.#write.purge.run(queueId);
  }

  /** Makes every in-flight message visible; returns how many. */
  release(now: number): number {
    return Number(this.#write.release.run({ now }).changes);
  }
}
