import { createHash } from 'node:crypto';
import type { AlertStatus } from '../message/alert-mark.ts';
import { isJsonObject, ownValue, readableText } from '../message/json-object.ts';
import type { Notification } from '../message/notification.ts';
import { cleanText } from './clean-text.ts';
import type { About } from './dialects/dialect.ts';
import type { Lifecycle } from './lifecycle.ts';
import { isPresetName } from './presets/preset-names.ts';
import type { Reported } from './presets/preset.ts';
import { loadPreset } from './presets/registry.ts';
import type { Headers } from './read-plain-text.ts';

/** Longest key, in Unicode code points. */
const MAX_KEY = 255;
/** How much of a longer one is kept before its hash. */
const KEPT_OF_KEY = 190;

const statusWords: ReadonlyMap<string, AlertStatus> = new Map([
  ...['resolved', 'ok', 'closed', 'recovered', 'up', 'normal', 'cleared'].map((word) => [word, 'resolved'] as const),
  ...['acknowledged', 'acked', 'ack'].map((word) => [word, 'acknowledged'] as const),
]);

/** Fields that senders name one thing by, in order. */
const keyFields = ['dedupKey', 'dedup_key', 'fingerprint', 'alias'] as const;
const KEY_TAG = /^dedup:(.*)$/s;

/** A notification whose webhook has a lifecycle. */
export interface ReportSource {
  readonly lifecycle: Lifecycle;
  readonly preset: string | undefined;
  readonly notification: Notification;
  /** Request headers by lower-case name. */
  readonly headers: Headers;
  /** What the address of another product knows. @default what the preset knows */
  readonly about?: About | undefined;
}

/** As much of a report as its sender's format tells. */
type Known = { readonly [Field in keyof Reported]?: Reported[Field] | undefined } | undefined;

/** What a notification reports on; nothing when it yields no key. `notes` say what went wrong. */
export interface Report {
  readonly reported?: Reported;
  readonly notes: readonly string[];
}

/**
 * Reads what a notification is about and how that stands: each from the webhook's template when there is one, else as
 * its preset knows, else from the body. Never rejects: what cannot be read is an ordinary message.
 *
 * @see contract section 7
 */
export async function readReport(send: ReportSource): Promise<Report> {
  if (send.notification.isDoubted === true) return { notes: [] };
  const known: Known = send.about ?? (await knownToPreset(send));
  const notes: string[] = [];
  const key = usableKey(await keyFor(send, known, notes));
  const at = known?.at === undefined ? {} : { at: known.at };
  return key === undefined
    ? { notes }
    : { reported: { key, status: await statusFor(send, known, notes), ...at }, notes };
}

async function keyFor(send: ReportSource, known: Known, notes: string[]): Promise<string | undefined> {
  const { key: source } = send.lifecycle;
  return source === undefined
    ? (known?.key ?? keyOf(send.notification))
    : rendered(send, { field: 'key', source }, notes);
}

async function statusFor(send: ReportSource, known: Known, notes: string[]): Promise<AlertStatus> {
  const { status: source } = send.lifecycle;
  return source === undefined
    ? (known?.status ?? statusOf(send.notification))
    : statusIn(await rendered(send, { field: 'status', source }, notes));
}

async function knownToPreset({ preset, notification, headers }: ReportSource): Promise<Reported | undefined> {
  if (preset === undefined || !isPresetName(preset) || notification.format === 'text') return undefined;
  const { identity } = await loadPreset(preset);
  return identity?.read({ body: notification.payload, headers });
}

interface LifecycleTemplate {
  readonly field: 'key' | 'status';
  readonly source: string;
}

async function rendered(
  { notification, headers }: ReportSource,
  { field, source }: LifecycleTemplate,
  notes: string[],
): Promise<string> {
  const { renderAlone } = await import('./templates.ts');
  const result = await renderAlone(notification, source, headers);
  if ('text' in result) return result.text;
  notes.push(`lifecycle ${field} template failed: ${result.mistake}`);
  return '';
}

/** The key as it is kept: a longer one ends in the hash of the whole. */
function usableKey(text: string | undefined): string | undefined {
  const key = cleanText(text ?? '', Infinity).trim();
  if (key === '') return undefined;
  if (cleanText(key, MAX_KEY) === key) return key;
  return `${cleanText(key, KEPT_OF_KEY)}#${createHash('sha256').update(key).digest('hex')}`;
}

function statusIn(text: string): AlertStatus {
  return statusWords.get(text.replaceAll('\0', '').trim().toLowerCase()) ?? 'firing';
}

function keyOf({ content, payload }: Notification): string | undefined {
  const tagged = content.tags.flatMap((tag) => readableText(KEY_TAG.exec(tag)?.[1]) ?? []);
  const inner = ownValue(payload, 'payload');
  const bodies = [payload, ...(isJsonObject(inner) ? [inner] : [])];
  const fields = bodies.flatMap((body) => keyFields.flatMap((field) => readableText(ownValue(body, field)) ?? []));
  return tagged[0] ?? fields[0];
}

function statusOf({ content }: Notification): AlertStatus {
  const tags = new Set(content.tags.map((tag) => tag.toLowerCase()));
  if (tags.has('resolved')) return 'resolved';
  return tags.has('acknowledged') ? 'acknowledged' : 'firing';
}
