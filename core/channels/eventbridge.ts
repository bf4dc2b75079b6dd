import * as z from 'zod';
import { HOPS_HEADER, ORIGIN_HEADER, pathFields } from '../message/hop-path.ts';
import { defineAwsKind } from './channel-kind.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { fittingNotificationJson } from './notification-json.ts';

/** What rules match on. */
const SOURCE = 'notification-router';
const DETAIL_TYPE = 'Notification';

/** An entry: source, detail type, detail and 14 bytes for the time. */
const MAX_BYTES = 256 * 1024;
const TIME_BYTES = 14;

const EventBridgeConfig = z.strictObject({
  busArn: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:events:[a-z0-9-]+:\d{12}:event-bus\/[/.A-Za-z0-9_-]{1,256}$/,
      'The ARN of an event bus, such as arn:aws:events:eu-central-1:111122223333:event-bus/default.',
    )
    .meta({
      title: 'Event bus ARN',
      description: 'The bus that events are put on. It may lie in another region or account.',
      examples: ['arn:aws:events:eu-central-1:111122223333:event-bus/default'],
    }),
  detailType: z
    .string()
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/, 'At most 128 printable ASCII characters.')
    .optional()
    .meta({
      title: 'Detail type',
      description: `What rules tell these events apart by. ${DETAIL_TYPE} when left out.`,
      examples: [DETAIL_TYPE],
    }),
});

/** The detail of an event: the message, and its path, which an API destination can hand on in headers. */
function detailOf(message: OutgoingMessage, otherBytes: number): string {
  const { [HOPS_HEADER]: hops, [ORIGIN_HEADER]: origin } = pathFields(message);
  const path = JSON.stringify({ hops, origin });
  const withPath = (json: string) => `${json.slice(0, -1)},${path.slice(1)}`;
  return withPath(
    fittingNotificationJson(message, (json) => Buffer.byteLength(withPath(json)) + otherBytes <= MAX_BYTES),
  );
}

/** Amazon EventBridge: rules of the organisation decide what a notification starts. */
export const eventbridge = defineAwsKind({
  kind: 'eventbridge',
  title: 'Amazon EventBridge',
  description: 'Puts each notification with its payload as an event on a bus.',
  config: EventBridgeConfig,
  stored: EventBridgeConfig,
  destinations: ['busArn'],
  limits: { bodyBytes: MAX_BYTES },
  errors: { gone: ['ResourceNotFoundException'] },
  render(message, { busArn, detailType = DETAIL_TYPE }) {
    const entry = {
      EventBusName: busArn,
      Source: SOURCE,
      DetailType: detailType,
      Detail: detailOf(message, SOURCE.length + detailType.length + TIME_BYTES),
      Time: new Date(message.receivedAt),
    };
    return [{ kind: 'aws', service: 'eventbridge', input: { Entries: [entry] } }];
  },
});
