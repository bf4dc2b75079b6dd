import { createHash } from 'node:crypto';
import type { Ask, AskOption } from '../../core/ask/ask.ts';
import { hasApprovers, MAX_ANSWER_CHARACTERS } from '../../core/ask/decide.ts';
import { outcomeText } from '../../core/ask/outcome.ts';
import { escapeHtml } from '../../core/channels/html-pieces.ts';
import { STYLE } from './style.ts';

/** What the page's policy knows its style by. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

/** What a page is shown with. */
interface Shown {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly publicBaseUrl: string;
  /** What was wrong with the form that was sent. */
  readonly problem?: string | undefined;
}

/** The page of an ask: the question in full, and the answers, or how it ended. Complete without JavaScript. */
export function answerPage(ask: Ask, shown: Shown): string {
  const { content, webhookName } = ask;
  const { title = content.message } = content;
  const text = content.title === undefined || content.message === '' ? '' : content.message;
  return layout(
    title,
    `<h1 dir="auto">${escapeHtml(title)}</h1>
<p class="soft">Asked by <bdi>${escapeHtml(webhookName)}</bdi>, ${time(ask.createdAt)}</p>
${text === '' ? '' : `<p class="question" dir="auto">${escapeHtml(text)}</p>`}
${standing(ask, shown)}`,
  );
}

/** The page of an address that leads to nothing. */
export function missingPage(): string {
  return layout(
    'Not found',
    `<h1>There is nothing here</h1>
<p>The link is not complete, or what it asked is over for a long time.</p>`,
  );
}

function standing(ask: Ask, { now, publicBaseUrl, problem }: Shown): string {
  const outcome = outcomeText(ask);
  if (outcome !== '') {
    const at = ask.answer === undefined ? '' : `<p class="soft">Decided ${time(ask.answer.at)}</p>`;
    return `<p class="note" role="status" dir="auto">${escapeHtml(outcome)}</p>${at}`;
  }
  const until = `<p class="soft">Open until ${time(ask.endsAt)} (${leftOf(ask.endsAt - now)})</p>`;
  if (hasApprovers(ask)) {
    const link = `${publicBaseUrl}/asks/${encodeURIComponent(ask.id)}`;
    return `<p class="note">Only some people may decide this. <a href="${escapeHtml(link)}">Sign in</a> to answer.</p>${until}`;
  }
  const wrong = problem === undefined ? '' : `<p class="note problem" role="alert">${escapeHtml(problem)}</p>`;
  return `${wrong}<form method="post">
${ask.text ? TEXT_FIELD : ''}
${ask.options.map(button).join('\n')}
${ask.text ? '<button type="submit">Send the text alone</button>' : ''}
</form>
<p></p>${until}`;
}

const TEXT_FIELD = `<label for="text">Your words (optional)</label>
<textarea id="text" name="text" maxlength="${MAX_ANSWER_CHARACTERS}" dir="auto"></textarea>`;

function button({ id, label, style }: AskOption): string {
  const look = style === undefined ? '' : ` class="${style}"`;
  return `<button type="submit" name="option" value="${escapeHtml(id)}"${look} dir="auto">${escapeHtml(label)}</button>`;
}

/** To the minute: nobody knows the time zone of whoever reads it. */
function time(at: number): string {
  const iso = new Date(at).toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** In its largest unit, rounded up: somebody who is in a hurry needs no seconds. */
function leftOf(milliseconds: number): string {
  const minutes = Math.ceil(Math.max(milliseconds, 0) / 60_000);
  if (minutes < 60) return `${minutes} min left`;
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? `${hours} h left` : `${Math.ceil(hours / 24)} days left`;
}

function layout(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<div class="card">
${content}
</div>
</main>
</body>
</html>
`;
}
