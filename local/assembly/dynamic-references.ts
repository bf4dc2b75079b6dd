import { createHash } from 'node:crypto';
import { UnsupportedTemplate } from './unsupported.ts';

/** Where a reference stands, and the seed that gives this stack secrets of its own. */
interface Place {
  readonly where: string;
  readonly seed: string;
}

/**
 * The value with every dynamic reference to a generated secret replaced by a text that stands for it: the same wherever
 * the secret is referred to, another one with each start of the stack.
 *
 * @throws UnsupportedTemplate on a reference to anything but a whole secret of Secrets Manager.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
 */
export function resolveReferences(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return inText(value, place);
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, place));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveReferences(item, place)]));
}

function inText(text: string, { where, seed }: Place): string {
  return text.replaceAll(/\{\{resolve:([^}]*)\}\}/g, (_, reference: string) => {
    const [, id] = /^secretsmanager:(.+):SecretString:::$/.exec(reference) ?? [];
    if (id === undefined) throw new UnsupportedTemplate(where, `{{resolve:${reference}}} is not known here`);
    return createHash('sha256').update(`${seed}\0${id}`).digest('hex');
  });
}
