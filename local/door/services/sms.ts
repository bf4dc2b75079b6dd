import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { SentLog } from '../../sending/sent-log.ts';
import { jsonError, targetOperation, type AwsAnswer, type AwsService } from '../service.ts';

const SendTextMessage = z.object({
  DestinationPhoneNumber: z.string().regex(/^\+?[1-9][0-9]{1,18}$/),
  MessageBody: z.string().min(1).max(1600),
  MessageType: z.enum(['TRANSACTIONAL', 'PROMOTIONAL']).optional(),
  OriginationIdentity: z.string().optional(),
  TimeToLive: z.number().int().min(5).max(259_200).optional(),
  Context: z.record(z.string(), z.string()).optional(),
});

/** Numbers of no country, for tests: each gets one of the service's refusals. */
const CASES: Readonly<Record<string, { type: string; reason: string }>> = {
  '+999000000001': { type: 'ConflictException', reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT' },
  '+999000000002': { type: 'ServiceQuotaExceededException', reason: 'MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT' },
};

/** AWS End User Messaging, as far as sending text messages goes: writes them down. */
export function smsService(sent: SentLog): AwsService {
  return ({ headers, body }): AwsAnswer => {
    const operation = targetOperation(headers);
    if (operation !== 'SendTextMessage') {
      return jsonError({ status: 501, type: 'NotImplemented', message: `${operation} is not available`, operation });
    }
    const parsed = SendTextMessage.safeParse(JSON.parse(body.toString('utf8')));
    if (!parsed.success) {
      return jsonError({ status: 400, type: 'ValidationException', message: z.prettifyError(parsed.error), operation });
    }
    const refusal = CASES[parsed.data.DestinationPhoneNumber];
    if (refusal !== undefined) return refused(operation, refusal);
    const MessageId = randomUUID();
    sent.append('sms', { messageId: MessageId, ...parsed.data });
    return answer(200, operation, { MessageId });
  };
}

function refused(operation: string, { type, reason }: { type: string; reason: string }): AwsAnswer {
  const error = answer(400, operation, { __type: type, Message: reason, Reason: reason });
  return { ...error, headers: { ...error.headers, 'x-amzn-errortype': type } };
}

function answer(status: number, operation: string, content: object): AwsAnswer {
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return { status, headers, body: JSON.stringify(content), operation };
}
