import { expect, it } from 'vitest';
import {
  kindNames,
  MAX_WRAPPER_DEPTH,
  messageNames,
  mapWrapperNames,
  titleNames,
  wordyMessageNames,
  wrapperNames,
} from '../../../core/notification/guessing.ts';

const COMMAND = 'npx vitest run test/core/notification/guessing-page.test.ts --update';

const listOf = (names: readonly string[]) => names.map((name, index) => `${index + 1}. \`${name}\``).join('\n');

const page = `<!-- Generated from core/notification/guessing.ts. Write it again with: ${COMMAND} -->

# How title and message are guessed

A JSON body says its title and its message in the top-level fields \`title\` and \`message\`. When one of them is
missing or holds nothing to read, the router guesses it from the names below. Templates of the webhook override all
of this.

- Names are compared without case, \`_\`, \`-\` and spaces: \`AlertName\`, \`alert_name\` and \`alertname\` are one name.
- The top level is searched first, then the wrappers breadth-first, ${MAX_WRAPPER_DEPTH} deep. Within one object, the
  order of the lists counts, not that of the body.
- Only numbers, and strings with something to read in them, count. A value that is nothing but an id, a URL, a hash or an
  ISO date is a message only when there is no other, and never a title.
- A name in both lists gives the message first. One value never gives both.
- When no message is found, the whole body is the message, character for character as it was sent: every digit, every
  duplicate key, its white space. With a \`title\` at the top level and an empty \`message\`, the message is empty.
- The notes of a message say which path gave which value: \`title ← data.issue.title\`. They also say what was cut or ignored:
  a title above 200 characters, a message above 4,000, tags above 16,384 in all, a priority that is no number.

## Chat-formatted bodies

A body with \`text\`, \`blocks\` or \`attachments\` and none of \`message\`, \`body\`, \`msg\` is read as Slack reads it, and
the router guesses nothing (\`null\` and an empty list count as missing):

- The message is \`text\`; otherwise the texts and fields of the section blocks only; otherwise \`fallback\`, \`text\` or
  \`pretext\` of the first attachment only; otherwise the whole body.
- The title is a top-level \`title\`; otherwise that of the first attachment with one.
- Top-level \`priority\` and \`tags\` count. Slack's markup becomes text that reads well anywhere.

## Messages, best first

${listOf(messageNames)}

After these, when they hold more than one word: ${wordyMessageNames.map((name) => `\`${name}\``).join(', ')}.

## Titles, best first

${listOf(titleNames)}

When none of these is found anywhere and the body has no \`message\` of its own, the title says what kind of thing
happened:

${listOf(kindNames)}

## Wrappers, in the order they are searched

An object under one of these names is searched too; of a list, its first object (not under
${mapWrapperNames.map((name) => `\`${name}\``).join(', ')}); of a string that holds a JSON object, that object.

${listOf(wrapperNames)}
`;

it('documents the lists that the code uses', async () => {
  await expect(page).toMatchFileSnapshot('../../../docs/guessing.md');
});
