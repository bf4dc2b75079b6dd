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

A JSON body says its title and its message in the top-level fields \`title\` and \`message\`. When one of them is not
there, or holds nothing to read, it is guessed from the names below. A chat-formatted body (\`text\`, \`blocks\` or
\`attachments\`, and none of \`message\`, \`body\`, \`msg\`) gives its message and title by the rules of that format first.
Templates of the webhook win over all of this.

- Names are compared without case, \`_\`, \`-\` and spaces: \`AlertName\`, \`alert_name\` and \`alertname\` are one name.
- The top level is searched first, then the wrappers breadth-first, ${MAX_WRAPPER_DEPTH} deep. In one place the order of
  the lists counts, not that of the body.
- Only strings with something to read in them and numbers count. A value that is nothing but an id, a URL, a hash or an
  ISO date never does.
- A name in both lists serves the message first. The same value never serves as both.
- When no message is found, the whole body as compact JSON is the message.
- The notes of a message say which path gave what: \`title ← data.issue.title\`.

## Messages, best first

${listOf(messageNames)}

After these, when they hold more than one word: ${wordyMessageNames.map((name) => `\`${name}\``).join(', ')}.

## Titles, best first

${listOf(titleNames)}

When none of these is found anywhere and the body has no \`message\` of its own, the title is what kind of thing
happened (not for chat-formatted bodies):

${listOf(kindNames)}

## Wrappers, in the order they are searched

An object under one of these names is searched too; of a list, its first object (not under
${mapWrapperNames.map((name) => `\`${name}\``).join(', ')}); of a string that holds a JSON object, that object.

${listOf(wrapperNames)}
`;

it('documents the lists that the code uses', async () => {
  await expect(page).toMatchFileSnapshot('../../../docs/guessing.md');
});
