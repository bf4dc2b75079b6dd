import type { Publication, Topics } from '../../sending/topics.ts';
import type { AwsAnswer, AwsService } from '../service.ts';

const MAX_BYTES = 256 * 1024;
const NAMESPACE = 'http://sns.amazonaws.com/doc/2010-03-31/';
/** On one line, not starting with white space. */
const SUBJECT = /^[\x21-\x7e][\x20-\x7e]{0,99}$/;

/** SNS, as far as publishing goes: checks what SNS checks, and hands the message to the topics of this process. */
export function snsService(topics: Topics): AwsService {
  return ({ body }) => {
    const form = new URLSearchParams(body.toString('utf8'));
    const operation = form.get('Action') ?? 'unknown';
    if (operation !== 'Publish') return failed(operation, 501, 'NotImplemented');
    const publication = read(form);
    if (publication === undefined) return failed(operation, 400, 'InvalidParameter');
    if (!topics.has(publication.topicArn)) return failed(operation, 404, 'NotFound');
    const id = topics.publish(publication);
    return xml(200, operation, `<PublishResult><MessageId>${id}</MessageId></PublishResult>`, 'PublishResponse');
  };
}

function read(form: URLSearchParams): Publication | undefined {
  const topicArn = form.get('TopicArn') ?? '';
  const subject = form.get('Subject') ?? undefined;
  const message = textOf(form);
  const isTooLarge = Buffer.byteLength(form.get('Message') ?? '') > MAX_BYTES;
  if (message === undefined || message === '' || isTooLarge) return undefined;
  if (subject !== undefined && !SUBJECT.test(subject)) return undefined;
  return { topicArn, message, attributes: attributesOf(form), ...(subject === undefined ? {} : { subject }) };
}

/** Where a message has a text for each protocol, picks the one for functions, queues and web addresses. */
function textOf(form: URLSearchParams): string | undefined {
  const message = form.get('Message') ?? undefined;
  if (message === undefined || form.get('MessageStructure') !== 'json') return message;
  const texts: unknown = JSON.parse(message);
  if (typeof texts !== 'object' || texts === null || !('default' in texts)) return undefined;
  return typeof texts.default === 'string' ? texts.default : undefined;
}

function attributesOf(form: URLSearchParams): Publication['attributes'] {
  const attributes: Record<string, { Type: string; Value: string }> = {};
  for (let index = 1; ; index += 1) {
    const entry = `MessageAttributes.entry.${index}`;
    const name = form.get(`${entry}.Name`);
    if (name === null) return attributes;
    const Type = form.get(`${entry}.Value.DataType`) ?? '';
    attributes[name] = { Type, Value: form.get(`${entry}.Value.StringValue`) ?? '' };
  }
}

function failed(operation: string, status: number, code: string): AwsAnswer {
  const type = status < 500 ? 'Sender' : 'Receiver';
  const error = `<Error><Type>${type}</Type><Code>${code}</Code><Message>${code}</Message></Error>`;
  return xml(status, operation, error, 'ErrorResponse');
}

function xml(status: number, operation: string, content: string, root: string): AwsAnswer {
  const body = `<${root} xmlns="${NAMESPACE}">${content}</${root}>`;
  return { status, headers: { 'content-type': 'text/xml' }, body, operation };
}
