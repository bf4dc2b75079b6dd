import { createHash } from 'node:crypto';
import * as z from 'zod';
import { checkContents } from './message-contents.ts';
import { invalidParameter } from './errors.ts';

const MessageAttribute = z.object({
  DataType: z.string(),
  StringValue: z.string().optional(),
  /** Base64. */
  BinaryValue: z.string().optional(),
});
type MessageAttribute = z.infer<typeof MessageAttribute>;

/** Message attributes by name, as on the wire. */
export const WireAttributes = z.record(z.string(), MessageAttribute);
export type WireAttributes = z.infer<typeof WireAttributes>;

const MAX_ATTRIBUTES = 10;
const VALID_NAME = /^(?!aws\.|amazon\.)(?!\.)(?!.*\.\.)[\w.-]{1,256}(?<!\.)$/i;
const VALID_TYPE = /^(String|Number|Binary)(\..+)?$/s;

function isBinary({ DataType }: MessageAttribute): boolean {
  return DataType.startsWith('Binary');
}

function valueBytes(attribute: MessageAttribute): Buffer {
  return isBinary(attribute)
    ? Buffer.from(attribute.BinaryValue ?? '', 'base64')
    : Buffer.from(attribute.StringValue ?? '', 'utf8');
}

function checkAttribute(name: string, attribute: MessageAttribute): void {
  const parameter = 'MessageAttributes';
  if (!VALID_NAME.test(name)) throw invalidParameter(parameter, name, 'The attribute name is not allowed.');
  if (attribute.DataType.length > 256 || !VALID_TYPE.test(attribute.DataType)) {
    throw invalidParameter(parameter, name, 'The type must be String, Number or Binary, with an optional suffix.');
  }
  const value = isBinary(attribute) ? attribute.BinaryValue : attribute.StringValue;
  if (!value) throw invalidParameter(parameter, name, `It must contain a non-empty value of its type.`);
  if (!isBinary(attribute)) checkContents(value);
  if (attribute.DataType.startsWith('Number') && !Number.isFinite(Number(value))) {
    throw invalidParameter(parameter, name, 'The value is not a number.');
  }
}

/** @throws {SqsError} `InvalidParameterValue` or `InvalidMessageContents` for what SQS would refuse. */
export function checkMessageAttributes(attributes: WireAttributes): void {
  const entries = Object.entries(attributes);
  if (entries.length > MAX_ATTRIBUTES) {
    throw invalidParameter('MessageAttributes', entries.length, `At most ${MAX_ATTRIBUTES} attributes are allowed.`);
  }
  for (const [name, attribute] of entries) checkAttribute(name, attribute);
}

/** Bytes the attributes count for in the message size: names, types and values. */
export function attributesSize(attributes: WireAttributes): number {
  return Object.entries(attributes)
    .map(([name, attribute]) => Buffer.byteLength(name + attribute.DataType) + valueBytes(attribute).length)
    .reduce((sum, size) => sum + size, 0);
}

function lengthPrefixed(bytes: Buffer): Buffer[] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return [length, bytes];
}

/**
 * The MD5 that clients compare, in hex; undefined for no attributes, as SQS then leaves the field out.
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
 */
export function md5OfAttributes(attributes: WireAttributes): string | undefined {
  const entries = Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) return undefined;
  const parts = entries.flatMap(([name, attribute]) => [
    ...lengthPrefixed(Buffer.from(name)),
    ...lengthPrefixed(Buffer.from(attribute.DataType)),
    Buffer.of(isBinary(attribute) ? 2 : 1),
    ...lengthPrefixed(valueBytes(attribute)),
  ]);
  return createHash('md5').update(Buffer.concat(parts)).digest('hex');
}

/** The attributes that a receiver asked for: `All`, `.*`, a `prefix.*`, or a name. */
export function selectAttributes(attributes: WireAttributes, names: readonly string[]): WireAttributes {
  const asked = (name: string): boolean =>
    names.some(
      (pattern) =>
        pattern === 'All' || pattern === name || (pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -2))),
    );
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => asked(name)));
}
