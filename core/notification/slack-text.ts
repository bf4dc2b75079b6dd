/** Slack's markup between angle brackets: a link, a mention, or a special word, each with an optional label. */
const MARKUP = /<(https?:\/\/|mailto:|tel:|[@#!])([^|<>\s][^|<>]*)(?:\|([^<>]*))?>/g;

/**
 * Slack markup as text that reads well anywhere: `<https://x|label>` becomes `label (https://x)`, `<@U1>` becomes `@U1`,
 * `<!channel>` becomes `@channel`, `<#C1|general>` becomes `#general`, entities become their characters. Emphasis stays:
 * its marks read well, and what looks like one is often part of a name.
 *
 * @see https://docs.slack.dev/messaging/formatting-message-text
 */
export function readableSlackText(text: string): string {
  const plain = text.includes('<') ? text.replace(MARKUP, replaceMarkup) : text;
  return plain.includes('&') ? withoutEntities(plain) : plain;
}

/** Slack escapes these three characters only. The ampersand comes last, so that `&amp;lt;` becomes `&lt;`. */
function withoutEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function replaceMarkup(_: string, sigil: string, target: string, label: string | undefined): string {
  switch (sigil) {
    case '@':
    case '#':
      return withSigil(sigil, label || target);
    case '!':
      return specialMention(target, label);
    default:
      return linkText(`${sigil}${target}`, label, target);
  }
}

function specialMention(target: string, label: string | undefined): string {
  if (target.startsWith('date^')) return label ?? target;
  // `subteam^S1|@ops`: the label of a user group carries its own sign.
  return withSigil('@', label || target.replace(/^subteam\^/, ''));
}

/** `label (url)`; the URL alone when the label says the same. */
function linkText(url: string, label: string | undefined, target: string): string {
  if (label === undefined || label.trim() === '' || label === url) return url;
  return label === target ? label : `${label} (${url})`;
}

function withSigil(sigil: string, name: string): string {
  return name.startsWith(sigil) ? name : `${sigil}${name}`;
}
