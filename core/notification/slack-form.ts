interface Sent {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Unwraps the form in which older Slack clients send: `payload=<URL-encoded JSON>`. Anything else stays as it is.
 *
 * @see https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export function decodeSlackForm(sent: Sent): Sent {
  const text = sent.text.startsWith('payload=') ? new URLSearchParams(sent.text).get('payload') : null;
  if (text === null) return sent;
  return { text, headers: { ...sent.headers, 'content-type': 'application/json' } };
}
