const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh; margin: 0 }
form { display: grid; gap: .75rem; width: 20rem }
label { display: grid; gap: .25rem }
input, button { font: inherit; padding: .5rem }
p[role=alert] { color: #b00020; margin: 0 }`;

/** The form that asks who it is. Posts to its own address. */
export function signInPage(problem?: string): string {
  const alert = problem === undefined ? '' : `<p role="alert">${problem}</p>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in</title>
<style>${STYLE}</style>
<main>
<form method="post">
<h1>Sign in</h1>
${alert}
<label>Email <input name="email" type="email" autocomplete="username" required autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form>
</main>
</html>
`;
}

/** Nothing but the page's own style, and nowhere to send the form but here. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
