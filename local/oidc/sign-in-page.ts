import { escapeHtml } from '../../core/channels/html-pieces.ts';

/** The mark, the colours and the sizes of the dashboard, so that signing in does not look like leaving it. */
const MARK = `<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8"
fill="#5a35d6"/><g fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"><path d="M8.5 16h14"/><path
d="M8.5 16c7 0 5-7.5 13-7.5M8.5 16c7 0 5 7.5 13 7.5" stroke-opacity=".72"/></g><g fill="#fff"><circle cx="7.8" cy="16"
r="3"/><circle cx="23.6" cy="8.5" r="2.3"/><circle cx="24.2" cy="16" r="2.3"/><circle cx="23.6" cy="23.5" r="2.3"/></g></svg>`;

const STYLE = `
:root { color-scheme: light dark; --page: #f6f6f9; --box: #fff; --line: #c6c6cd; --text: #0f141a; --soft: #424650;
  --accent: #5a35d6; --on-accent: #fff; --bad: #db0000; --bad-page: #fff5f5 }
@media (prefers-color-scheme: dark) {
  :root { --page: #11151c; --box: #161d26; --line: #424650; --text: #ebebf0; --soft: #b4b4bb;
    --accent: #a593ff; --on-accent: #120930; --bad: #ff7a7a; --bad-page: #1f0000 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text);
  font: 14px/20px system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif }
header { display: flex; align-items: center; gap: 10px; min-height: 52px; padding: 8px 20px; background: var(--box);
  border-bottom: 1px solid var(--line); font-size: 17px; font-weight: 700 }
main { max-width: 36rem; margin: 6vh auto 0; padding: 0 1rem }
form { display: grid; gap: 20px; padding: 20px; background: var(--box); border: 1px solid var(--line);
  border-radius: 12px }
h1 { margin: 0; font-size: 24px; line-height: 30px }
p { margin: 0; color: var(--soft) }
label { display: grid; gap: 4px }
input, button { font: inherit; padding: 5px 12px; border-radius: 8px; border: 1px solid #8c8c94 }
input { background: transparent; color: inherit }
input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
button { justify-self: start; padding: 5px 20px; border: 0; background: var(--accent); color: var(--on-accent);
  font-weight: 700; cursor: pointer }
p[role=alert] { padding: 12px; border: 2px solid var(--bad); border-radius: 12px; background: var(--bad-page);
  color: var(--text) }`;

interface SignInForm {
  /** What did not work before. */
  readonly problem?: string | undefined;
  /** What was typed before. */
  readonly email?: string;
}

/** The form that asks who you are. It posts to its own address, and keeps the email that was typed. */
export function signInPage({ problem, email = '' }: SignInForm = {}): string {
  const alert = problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>`;
  const [toEmail, toPassword] = email === '' ? [' autofocus', ''] : ['', ' autofocus'];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in · Notification Router</title>
<style>${STYLE}</style>
<header>${MARK} Notification Router</header>
<main>
<form method="post">
<h1>Sign in</h1>
${alert}
<label>Email <input name="email" type="email" autocomplete="username" value="${escapeHtml(email)}" required${toEmail}></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required${toPassword}></label>
<button>Sign in</button>
<p>The first user’s email and password are in credentials.json, in the data folder.</p>
</form>
</main>
</html>
`;
}

/** Allows nothing but the page's own style, and lets the form go nowhere but here. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
