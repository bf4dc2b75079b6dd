import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { ACCOUNT } from '../../assembly/attributes.ts';
import type { EventRules } from '../../sending/event-rules.ts';
import type { SentLog } from '../../sending/sent-log.ts';
import { jsonError, targetOperation, type AwsService } from '../service.ts';

const MAX_BYTES = 256 * 1024;

const PutEvents = z.object({
  Entries: z
    .array(
      z.object({
        EventBusName: z.string().optional(),
        Source: z.string().min(1),
        DetailType: z.string().min(1).max(128),
        Detail: z.string(),
        Time: z.number().optional(),
      }),
    )
    .min(1)
    .max(10),
});
type Entry = z.infer<typeof PutEvents>['Entries'][number];

/** EventBridge, as far as putting events goes: checks what EventBridge checks, writes the event down, and follows rules. */
export function eventBridgeService(sent: SentLog, rules: EventRules): AwsService {
  return ({ headers, body }) => {
    const operation = targetOperation(headers);
    if (operation !== 'PutEvents') {
      return jsonError({ status: 501, type: 'NotImplemented', message: `${operation} is not available`, operation });
    }
    const parsed = PutEvents.safeParse(JSON.parse(body.toString('utf8')));
    if (!parsed.success) {
      return jsonError({ status: 400, type: 'ValidationException', message: z.prettifyError(parsed.error), operation });
    }
    const Entries = parsed.data.Entries.map((entry) => put(entry, { sent, rules }));
    const FailedEntryCount = Entries.filter((entry) => 'ErrorCode' in entry).length;
    const answer = JSON.stringify({ FailedEntryCount, Entries });
    return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.1' }, body: answer, operation };
  };
}

function put(entry: Entry, { sent, rules }: { readonly sent: SentLog; readonly rules: EventRules }): object {
  const { EventBusName = 'default', Source, DetailType, Detail } = entry;
  const account = EventBusName.startsWith('arn:') ? EventBusName.split(':')[4] : ACCOUNT;
  if (account !== ACCOUNT) return { ErrorCode: 'ResourceNotFoundException', ErrorMessage: 'Event bus does not exist.' };
  if (!isObject(Detail)) return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
  if (14 + Buffer.byteLength(Source + DetailType + Detail) > MAX_BYTES) {
    return { ErrorCode: 'InvalidArgument', ErrorMessage: 'Total size of the entry is over the limit.' };
  }
  const EventId = randomUUID();
  sent.append('eventbridge', { eventId: EventId, ...entry });
  rules.put(EventId, entry);
  return { EventId };
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
