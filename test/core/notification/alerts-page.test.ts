import { expect, it } from 'vitest';
import { presetNames } from '../../../core/notification/presets/preset-names.ts';
import { loadPreset } from '../../../core/notification/presets/registry.ts';

const COMMAND = 'npx vitest run test/core/notification/alerts-page.test.ts --update';

it('docs/alerts.md says what the code reads of each preset', async () => {
  const rows = await Promise.all(
    presetNames.map(async (name) => {
      const { identity } = await loadPreset(name);
      return identity === undefined ? [] : [`| ${name} | ${identity.key} | ${identity.status} | ${identity.time} |`];
    }),
  );

  await expect(pageOf(rows.flat().join('\n'))).toMatchFileSnapshot('../../../docs/alerts.md');
});

const pageOf = (
  rows: string,
) => `<!-- Generated from the presets of core/notification. Write it again with: ${COMMAND} -->

# Alerts

Forty messages about one full disk are one thing. A webhook with a \`lifecycle\` groups its messages by a key into alerts.
Chat channels show an alert as one post that changes, and whoever was shown it is told how it ends. A webhook without a
lifecycle works as ever, and its sends cost what they did.

\`\`\`sh
curl -X PATCH -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \\
  -d '{"lifecycle":{"autoResolveSeconds":3600}}' "http://localhost:8080/api/v1/organizations/$org/webhooks/$webhook"
\`\`\`

## What a message is about, and how that stands

Each is read from the template of the lifecycle when it has one (\`key\`, \`status\`, Liquid as in
[templates.md](templates.md)), else as the preset knows, else from the body. A message without a key is an ordinary
message, and so is one of SNS whose signature could not be verified.

- The key in a body: the tag \`dedup:<key>\`, then \`dedupKey\`, \`dedup_key\`, \`fingerprint\` or \`alias\` at the top level,
  then under \`payload\`. Of more than 255 characters the first 190 and a hash are kept.
- The status in a body: the tag \`resolved\` or \`acknowledged\`; otherwise it fires. In a template's text \`resolved\`, \`ok\`,
  \`closed\`, \`recovered\`, \`up\`, \`normal\` and \`cleared\` mean resolved, \`acknowledged\`, \`acked\` and \`ack\` acknowledged,
  everything else that it fires.

| preset | key | status | the sender's own time |
|---|---|---|---|
${rows}

## What becomes of it

| the message says | no open alert of this key | an open alert |
|---|---|---|
| it fires | a new alert, the next episode of its key | counted; its texts are the newest; one that somebody has stays so unless the priority is above every one before |
| acknowledged | nothing | somebody has it |
| resolved | nothing; its links say \`nothing to resolve\` | resolved; it keeps what had fired |

A message older than the newest one applied changes the count and nothing else: by the sender's own time, never later than
its arrival, else by arrival. A send that is repeated with the same id changes nothing again. When an alert cannot be
written within two seconds the message is delivered as an ordinary one, with a note.

Without a sender an alert is acknowledged (for some time, or until it ends) and resolved by the API, and resolved by the
router: after \`autoResolveSeconds\` without a message that fires, after 30 days in any case, and when its webhook is
deleted or loses its lifecycle: within seconds, however many they are. Timers are kept to the second or two; the API judges by the clock and never waits for
them. Such a change is a message of the alert with \`"origin":"system"\`. So is one that a sender made whose message could
not be stored: channels are told of it a minute later. Resolved alerts are kept for 30 days; their texts go with the
message that gave them.

## What channels get

The first message that the filter of a link matches shows the alert in its channel. A later one that does not match still
counts there, as \`shows the alert\`. The \`updates\` of a channel say what it gets:

- \`edit\`, the default of Slack, Discord, Telegram, Matrix, Zulip, ntfy and PagerDuty (\`"edits": true\` in
  \`GET /channel-kinds\`): the first message is posted, and what happens later changes that post. Phones ring again, by a
  new post, for the next episode, for a priority above every earlier one, and when an acknowledgement runs out; the older
  post then says \`Continued below\`. The resolved post still shows what had fired, how long it lasted, and who ended it.
  When only the count changes, nothing is edited. An attempt that edited says \`"edited": true\`. A Slack channel by
  incoming webhook cannot edit and gets \`ends\`.
- \`ends\`, the default of other chat, messaging, email and push: what begins the alert, what is louder than before, an
  acknowledgement that has run out, and the end. What lies between is \`skipped\`, because the alert is already shown; so is
  what was overtaken by a newer state before it could be delivered.
- \`each\`, the only one of \`webhook\`, \`live-stream\`, \`sns\`, \`eventbridge\` and \`sqs\`: every message that the filter
  matches, and how it ends. But for live streams, they are told beside \`payload\`:
  \`"alert":{"id","key","status","episode","count"}\`, as that message left it.

## Acknowledging and resolving from the channel

Where a link *may answer* (\`"answers": true\` on \`PUT …/webhooks/{id}/channels/{channelId}\`), the post of an alert has the
buttons *Acknowledge* and *Resolve*; once somebody has it only *Resolve*, and none when it is over. That takes a channel
whose posts follow the alert (\`updates\` is \`edit\`) and that is set up for buttons: [Slack](channels/slack.md) with
\`signingSecret\`, [Telegram](channels/telegram.md) with \`interactive\`, or [ntfy](channels/ntfy.md).

A press is checked as one that [answers an ask](asks.md#answering), and then does what the API does: every channel that
shows the alert says who has it or who ended it, by the name that the vendor gives; from ntfy it is somebody in a channel.
Pressing twice changes nothing, nor does pressing on an alert that is over, on a link that may not answer any more, or
what could not be acted on within five minutes. The vendor is answered before the alert has changed: the post shows what
became of it a second or two later. A new signing secret or bot token makes the buttons of older posts useless; the next
edit of a post mends them.

## What is shown is what is true

A delivery does not bring a message to such a channel, it brings the channel to the alert's state at that moment. So the
order of deliveries does not matter, a retry or a replay shows what is true now, and a storm of a thousand messages costs
a slow channel a few edits: one delivery has the channel to itself, and the others end as \`skipped\`.

- A post that somebody deleted is posted anew, once. So is one whose channel leads elsewhere now.
- A channel that is off or no longer linked is skipped; it catches up with the next message of the alert.
- When the vendor's answer to a new post is lost, the post may be there twice, never with Matrix, ntfy and PagerDuty,
  where the router names its posts.
- A post that the vendor no longer lets anybody change stays as it is when a newer one takes its place.
`;
