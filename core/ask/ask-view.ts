import type { Answer, Ask } from './ask.ts';

const timeOf = (at: number): string => new Date(at).toISOString();

function answerView({ at, ...answer }: Answer) {
  return { ...answer, at: timeOf(at) };
}

/** How an ask stands, as its sender and machines are told. */
export function standingOf({ id, messageId, status, answer, endsAt }: Ask) {
  return {
    askId: id,
    messageId,
    status,
    answer: answer === undefined ? null : answerView(answer),
    expiresAt: timeOf(endsAt),
  };
}
