import type { Arrived, SenderCase } from './senders.ts';

/** Where the list begins. */
export const REQUESTS_HEADING = '## Requests';

/** Longest message shown in the table, in characters. */
const SHOWN = 110;

/** The part of `docs/senders.md` that lists the corpus; what stands above it is written by hand. */
export function requestsPart(cases: readonly SenderCase[]): string {
  const systems = new Set(cases.map(({ system }) => system)).size;
  const verbatim = cases.filter(({ origin }) => origin !== 'composed').length;
  const of = (origin: SenderCase['origin']) => cases.filter((sender) => sender.origin === origin).length;
  return `${REQUESTS_HEADING}

${cases.length} requests from ${systems} senders, each replayed by the tests. The bodies of ${verbatim} are as somebody else wrote them, value
for value: ${of('captured')} were *captured* from that program, ${of('published')} are *published* by the vendor as examples. ${of('composed')} are *composed*: the
format that the vendor documents, with values of our own. Headers are those that the vendor documents. Each file in
\`test/fixtures/senders/\` names its source. A title is **bold**, then come the message (cut here), the priority, and the
tags. Messages of \`aws-sns\` are shown as with a genuine signature, except the published examples, whose signatures are
none.

| sender | request | origin | without a preset | with its preset |
| --- | --- | --- | --- | --- |
${cases.map((sender) => rowOf(sender)).join('\n')}
`;
}

function rowOf({ system, name, origin, slack, preset, expected }: SenderCase): string {
  const request = slack === true ? `${name} (to \`/slack\`)` : name;
  const read = expected.with === undefined ? '–' : `\`${preset}\`: ${shown(expected.with)}`;
  return `| ${system} | ${request} | ${origin} | ${shown(expected.without)} | ${read} |`;
}

function shown(arrived: Arrived): string {
  if ('error' in arrived) return `400 ${arrived.error}`;
  const { title, message, priority, tags } = arrived;
  const parts = [
    title === undefined ? '' : `**${cell(title)}**`,
    cell(message),
    priority === undefined ? '' : `priority ${priority}`,
    tags.map((tag) => `\`${tag.replaceAll(/[|`\s]+/g, ' ')}\``).join(' '),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Text that stays in its cell and is no markup. */
function cell(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const cut = line.length > SHOWN ? `${line.slice(0, SHOWN).toWellFormed()}…` : line;
  return cut.replaceAll(/[\\|*_`<>[\]]/g, String.raw`\$&`);
}
