import { expect, test } from 'vitest';
import { type Arrived, type SenderCase, senderCases } from './senders.ts';

/** Longest message shown in the table, in characters. */
const SHOWN = 110;

test('docs/senders.md is what the corpus gives', async () => {
  const cases = senderCases();
  const systems = new Set(cases.map(({ system }) => system)).size;

  const page = `# What real senders send, and what arrives

${cases.length} requests from ${systems} senders, each replayed by the tests. *Captured* ones were sent by that program,
*published* ones are the vendor's own example, unchanged, and *composed* ones have the format that the vendor documents with
values of our own; each file in \`test/fixtures/senders/\` names its source. A title is **bold**, then come the message (cut
here), the priority, and the tags.

| sender | request | origin | without a preset | with its preset |
| --- | --- | --- | --- | --- |
${cases.map((sender) => rowOf(sender)).join('\n')}
`;

  await expect(page).toMatchFileSnapshot('../../../docs/senders.md');
});

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
    tags.map((tag) => `\`${cell(tag)}\``).join(' '),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Text that stays in its cell and is no markup. */
function cell(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const cut = line.length > SHOWN ? `${line.slice(0, SHOWN).toWellFormed()}…` : line;
  return cut.replaceAll(/[\\|*_`<>[\]]/g, String.raw`\$&`);
}
