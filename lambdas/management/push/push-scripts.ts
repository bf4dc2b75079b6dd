/**
 * The script of the subscription page. Each page has a worker with its own scope: a browser keeps one subscription per
 * scope, so it can subscribe to several channels.
 */
export const PAGE_SCRIPT = `'use strict';
const button = document.getElementById('subscribe');
const stop = document.getElementById('unsubscribe');
const status = document.getElementById('status');
const page = location.pathname.replace(/\\/+$/, '');
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
const say = (text) => { status.textContent = text; };

async function call(method, body) {
  const answer = await fetch(page + '/subscriptions', {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error('The router answered ' + answer.status + '.');
}

const registered = () => navigator.serviceWorker.register('/push/sw.js', { scope: page });

async function show() {
  const subscription = await (await registered()).pushManager.getSubscription();
  button.hidden = subscription !== null;
  button.disabled = false;
  stop.hidden = subscription === null;
  say(subscription === null ? 'This browser gets no notifications yet.' : 'This browser gets the notifications.');
}

async function subscribe() {
  if ((await Notification.requestPermission()) !== 'granted') {
    say('The browser does not allow notifications of this page. Its settings can change that.');
    return;
  }
  const registration = await registered();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(document.body.dataset.key),
  });
  const { endpoint, keys } = subscription.toJSON();
  await call('POST', { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  await show();
}

async function unsubscribe() {
  const subscription = await (await registered()).pushManager.getSubscription();
  if (subscription !== null) {
    await call('DELETE', { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  await show();
}

const guarded = (work) => () => work().catch((error) => say('That did not work. ' + error.message));
if ('serviceWorker' in navigator && 'PushManager' in window) {
  button.addEventListener('click', guarded(subscribe));
  stop.addEventListener('click', guarded(unsubscribe));
  guarded(show)();
} else {
  say('This browser cannot get notifications of a page. On an iPhone, add the page to the home screen first.');
}
`;

/**
 * The service worker: shows each message, and opens it in the dashboard when it is clicked. An ask opens its page; a
 * button answers it, or opens the page when that does not work, as when somebody was faster.
 */
export const WORKER_SCRIPT = `'use strict';
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const message = event.data ? event.data.json() : { title: 'Notification', body: '' };
  event.waitUntil(self.registration.showNotification(message.title, {
    body: message.body,
    tag: message.tag || message.id,
    timestamp: Date.parse(message.at),
    requireInteraction: message.stays === true || message.priority === 5,
    silent: message.priority === 1,
    actions: message.actions || [],
    data: { url: message.url },
  }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  if (event.action) event.waitUntil(answer(url, event.action));
  else if (url) event.waitUntil(self.clients.openWindow(url));
});

async function answer(url, option) {
  const sent = await fetch(url, { method: 'POST', body: new URLSearchParams({ option }) }).catch(() => undefined);
  if (!sent || !sent.ok) await self.clients.openWindow(url);
}

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil((async () => {
    const old = event.oldSubscription;
    const next = event.newSubscription || (old && await self.registration.pushManager.subscribe(old.options));
    if (!next) return;
    const { endpoint, keys } = next.toJSON();
    await fetch(new URL(self.registration.scope).pathname.replace(/\\/+$/, '') + '/subscriptions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
    });
  })());
});
`;
