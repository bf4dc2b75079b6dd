import { escapeHtml } from './html-pieces.ts';
import { colourOf, factsOf, type Notice } from './notice.ts';

/** The plain part: what people with plain mail programs, and screen readers, get. */
export function emailText(notice: Notice): string {
  const facts = factsOf(notice).map(({ name, value }) => `${name}: ${value}`);
  const link = notice.link === undefined ? [] : [notice.link];
  const said = [notice.title, notice.message].filter((text) => text !== undefined);
  return `${[...said, [...facts, ...link].join('\n')].join('\n\n')}\n`;
}

/** The HTML part. Every text is escaped; styles stand inline because mail programs drop style sheets. */
export function emailHtml(notice: Notice): string {
  const title =
    notice.title === undefined ? '' : `<h1 dir="auto" style="${STYLES.title}">${escapeHtml(notice.title)}</h1>`;
  const facts = factsOf(notice).map(
    ({ name, value }) => `<tr><td style="${STYLES.name}">${name}</td><td dir="auto">${escapeHtml(value)}</td></tr>`,
  );
  const link =
    notice.link === undefined
      ? ''
      : `<p><a href="${escapeHtml(notice.link)}" style="${STYLES.link}">Show message</a></p>`;
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>',
    `<body style="${STYLES.body}"><div style="${STYLES.card};border-left:4px solid #${colourOf(notice)}">`,
    title,
    `<div dir="auto" style="${STYLES.message}">${escapeHtml(notice.message)}</div>`,
    `<table role="presentation" style="${STYLES.facts}">${facts.join('')}</table>`,
    link,
    '</div></body></html>',
  ].join('\n');
}

const STYLES = {
  body: 'margin:0;padding:16px;font:15px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif',
  card: 'max-width:640px;margin:0 auto;padding:4px 16px',
  title: 'margin:8px 0;font-size:19px;line-height:1.3',
  message: 'white-space:pre-wrap;overflow-wrap:anywhere;margin:8px 0 16px',
  facts: 'font-size:13px;opacity:.8',
  name: 'padding-right:12px;vertical-align:top',
  link: 'font-weight:600',
} as const;
