import * as z from 'zod/mini';
import { ChannelKind } from '../channels/kinds.ts';
import { type JsonObject, ownValue } from '../message/json-object.ts';
import type { Issue } from '../words/issue.ts';
import { issuesOf } from '../words/issues-of.ts';
import { schemaWords } from '../words/schema-words.ts';
import { MAX_OPTIONS, optionStyles } from './ask.ts';

const MAX_LABEL_CHARACTERS = 40;

const Label = z.string().check(
  z.refine((text) => /[^\s\p{Cf}\p{Cc}]/u.test(text), 'must not be empty'),
  z.refine(
    (text) => Array.from(text).length <= MAX_LABEL_CHARACTERS,
    `must have at most ${MAX_LABEL_CHARACTERS} characters`,
  ),
  z.refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'must not have control characters'),
);

const Option = z.strictObject({
  id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, "_" or "-"')),
  label: Label,
  style: z.exactOptional(z.enum(optionStyles)),
});

const isEmail = (text: string) => /^[^\s@:]+@[^\s@:]+$/.test(text);

function isVendorUser(text: string): boolean {
  const [, kind, id] = /^([a-z-]+):(\S+)$/.exec(text) ?? [];
  return id !== undefined && ChannelKind.safeParse(kind).success;
}

const Approver = z.string().check(
  z.maxLength(320),
  z.refine(
    (text) => isEmail(text) || isVendorUser(text),
    'must be the address of a member, or a kind and the id of a user, such as slack:U0123456789',
  ),
);

/** @see https://docs.aws.amazon.com/step-functions/latest/apireference/API_SendTaskSuccess.html */
const TaskToken = z.string().check(z.regex(/^[\x21-\x7e]{1,2048}$/, 'must be 1 to 2048 visible characters'));

const Wanted = z
  .strictObject({
    options: z.array(Option).check(z.minLength(1), z.maxLength(MAX_OPTIONS)),
    text: z.prefault(z.boolean(), false),
    expiresIn: z.prefault(z.int().check(z.minimum(30), z.maximum(604_800)), 600),
    onExpiry: z.exactOptional(z.string()),
    approvers: z.prefault(z.array(Approver).check(z.maxLength(20)), []),
    taskToken: z.exactOptional(TaskToken),
  })
  .check((context) => {
    const { options, onExpiry } = context.value;
    const ids = options.map(({ id }) => id);
    const again = ids.findIndex((id, index) => ids.indexOf(id) !== index);
    const issue = (path: PropertyKey[], message: string) =>
      context.issues.push({ code: 'custom', path, message, input: context.value });
    if (again !== -1) issue(['options', again, 'id'], 'is the id of another option too');
    if (onExpiry !== undefined && !ids.includes(onExpiry)) issue(['onExpiry'], 'must be the id of an option');
  });

/** What a sender asks. */
export type WantedAsk = z.output<typeof Wanted>;

/** The ask in the body of a request, or what is wrong with it. */
export function readWanted(
  body: JsonObject,
): { readonly kind: 'wanted'; readonly wanted: WantedAsk } | { readonly kind: 'invalid'; readonly issues: Issue[] } {
  const read = Wanted.safeParse(ownValue(body, 'ask'), { error: schemaWords });
  if (read.success) return { kind: 'wanted', wanted: read.data };
  return { kind: 'invalid', issues: issuesOf(read.error.issues, ['ask']) };
}
