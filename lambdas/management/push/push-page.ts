import { escapeHtml } from '../../../core/channels/html-pieces.ts';

/** The page that subscribes the browser that opens it; plain, because people may open it on any device. */
export function pushPage(channelName: string, publicKey: string): string {
  const name = escapeHtml(channelName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name}: notifications</title>
<script src="/push/page.js" defer></script>
</head>
<body data-key="${escapeHtml(publicKey)}">
<main>
<h1 dir="auto">${name}</h1>
<p>Get the notifications of this channel in this browser, also when this page is closed.</p>
<p><button type="button" id="subscribe" disabled>Get notifications</button>
<button type="button" id="unsubscribe" hidden>Stop notifications</button></p>
<p id="status" role="status" aria-live="polite">One moment…</p>
<noscript><p>This needs JavaScript.</p></noscript>
</main>
</body>
</html>
`;
}
