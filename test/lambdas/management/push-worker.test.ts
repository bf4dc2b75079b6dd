import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { WORKER_SCRIPT } from '../../../lambdas/management/push/push-scripts.ts';

const url = 'https://notify.example.com/a/token';
const ask = {
  id: 'msg_1',
  tag: 'ask_1',
  stays: true,
  title: 'Deploy?',
  body: 'Version 7',
  url,
  at: '2026-11-20T10:00:00.000Z',
  actions: [{ action: 'yes', title: 'Approve' }],
};

type Listener = (event: object) => void;

/** The worker in a browser that shows nothing, where `answer` is what the router answers. */
function worker(answer: () => Promise<{ ok: boolean }> = async () => ({ ok: true })) {
  const listeners = new Map<string, Listener>();
  const shown: object[] = [];
  const opened: string[] = [];
  const posted: [url: string, body: string][] = [];
  runInNewContext(WORKER_SCRIPT, {
    URLSearchParams,
    fetch: async (to: string, { body }: { body: URLSearchParams }) => {
      posted.push([to, String(body)]);
      return answer();
    },
    self: {
      addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
      registration: {
        showNotification: async (title: string, options: object) => void shown.push({ title, ...options }),
      },
      clients: { openWindow: async (to: string) => void opened.push(to) },
    },
  });
  const happens = async (type: string, event: object) => {
    const work: unknown[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (promise: unknown) => work.push(promise) });
    await Promise.all(work);
  };
  const push = async (data: object) => happens('push', { data: { json: () => data } });
  const click = async (action: string, to: string | undefined = url) =>
    happens('notificationclick', { action, notification: { close: () => {}, data: { url: to } } });
  return { shown, opened, posted, push, click };
}

describe('the service worker of a push page', () => {
  it('shows an ask until somebody sees to it, with its answers as buttons', async () => {
    const { shown, push } = worker();

    await push(ask);

    expect(shown).toMatchObject([
      { title: 'Deploy?', body: 'Version 7', tag: 'ask_1', requireInteraction: true, actions: ask.actions },
    ]);
  });

  it('shows its outcome in the place of the ask, and nothing to press', async () => {
    const { shown, push } = worker();
    const { stays: _, actions: __, ...outcome } = ask;

    await push({ ...outcome, body: 'Approve: chosen by Ann' });

    expect(shown).toMatchObject([{ tag: 'ask_1', requireInteraction: false, actions: [] }]);
  });

  it('shows any other message as ever', async () => {
    const { shown, push } = worker();

    await push({ id: 'msg_2', title: 'Disk full', body: 'db-1', at: ask.at, priority: 5 });

    expect(shown).toMatchObject([{ tag: 'msg_2', requireInteraction: true, silent: false, actions: [] }]);
  });

  it('opens the page of an ask by a click, and answers by a button', async () => {
    const { opened, posted, click } = worker();

    await click('');
    await click('yes');

    expect(opened).toEqual([url]);
    expect(posted).toEqual([[url, 'option=yes']]);
  });

  it.each([
    ['somebody was faster', async () => ({ ok: false })],
    ['the router cannot be reached', async () => Promise.reject(new TypeError())],
  ])('opens the page when %s', async (_, answer) => {
    const { opened, click } = worker(answer);

    await click('no');

    expect(opened).toEqual([url]);
  });
});
