import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliveredKind } from '../../../core/channels/registry.ts';
import type { Board } from '../../vendors/board.ts';
import { discordBoard, vendor as discord } from '../../vendors/discord.ts';
import { matrixBoard, vendor as matrix } from '../../vendors/matrix.ts';
import { nastyNotification } from '../../vendors/notifications.ts';
import { ntfyBoard, vendor as ntfy } from '../../vendors/ntfy.ts';
import { pagerdutyBoard, vendor as pagerduty } from '../../vendors/pagerduty.ts';
import { channelOf } from '../../vendors/send-to.ts';
import { acknowledged, ANNA, resolved } from '../../vendors/alerts.ts';
import { post, showAlert, type Showing } from '../../vendors/show-alert.ts';
import { slackApi, slackBoard, vendor as slackWebhook } from '../../vendors/slack.ts';
import { telegramBoard, vendor as telegram } from '../../vendors/telegram.ts';
import { type FakeVendor, jsonAnswer, textAnswer, type VendorAnswer } from '../../vendors/vendor.ts';
import { vendor as zulip, zulipBoard } from '../../vendors/zulip.ts';

interface EditingVendor {
  readonly vendor: FakeVendor;
  readonly board: () => Board;
  /** A config that leads elsewhere, and one that leads there by another key. */
  readonly elsewhere: object;
  readonly rekeyed?: object;
  /** Answers to an edit that say that there is nothing to change; empty where nothing can be gone. */
  readonly gone: readonly (readonly [when: string, answer: VendorAnswer])[];
  /** A good answer to a post with this as the vendor's name of it. */
  readonly naming?: (name: unknown) => VendorAnswer;
  /** The vendor cannot read the rich form. */
  readonly unreadable?: VendorAnswer;
}

const slackError = (error: string) => jsonAnswer(200, { ok: false, error });
const telegramError = (words: string) =>
  jsonAnswer(400, { ok: false, error_code: 400, description: `Bad Request: ${words}` });
const zulipError = (msg: string) => jsonAnswer(400, { result: 'error', msg, code: 'BAD_REQUEST' });

const EVENT = { type: 'm.room.message', content: {} };

const vendors: readonly EditingVendor[] = [
  {
    vendor: slackApi,
    board: slackBoard,
    elsewhere: { channel: 'C9999999999' },
    rekeyed: { botToken: 'xoxb-rotated-0123456789' },
    gone: [
      ['message_not_found', slackError('message_not_found')],
      ['cant_update_message', slackError('cant_update_message')],
      ['edit_window_closed', slackError('edit_window_closed')],
    ],
    naming: (name) => jsonAnswer(200, { ok: true, channel: 'C0123456789', ts: name }),
    unreadable: slackError('invalid_blocks'),
  },
  {
    vendor: discord,
    board: discordBoard,
    elsewhere: { threadId: '42' },
    gone: [
      ['unknown message', jsonAnswer(404, { message: 'Unknown Message', code: 10_008 })],
      ["somebody else's", jsonAnswer(403, { message: 'Cannot edit a message authored by another user', code: 50_005 })],
      ['archived thread', jsonAnswer(400, { message: 'Thread is archived', code: 50_083 })],
    ],
    naming: (name) => jsonAnswer(200, { id: name, type: 0 }),
    unreadable: jsonAnswer(400, { message: 'Invalid Form Body', code: 50_035 }),
  },
  {
    vendor: telegram,
    board: telegramBoard,
    elsewhere: { threadId: 42 },
    rekeyed: { botToken: '123456:BB-rotatedrotatedrotated' },
    gone: [
      ['not found', telegramError('message to edit not found')],
      ["can't be edited", telegramError("message can't be edited")],
      ['invalid id', telegramError('MESSAGE_ID_INVALID')],
    ],
    naming: (name) => jsonAnswer(200, { ok: true, result: { message_id: name } }),
    unreadable: telegramError("can't parse entities: Unsupported start tag"),
  },
  {
    vendor: zulip,
    board: zulipBoard,
    elsewhere: { topic: 'other' },
    rekeyed: { apiKey: 'rotatedrotatedrotatedrotated1234' },
    gone: [
      ['deleted', zulipError('Invalid message(s)')],
      ['too late', zulipError('The time limit for editing this message has passed')],
      ['not ours', zulipError("You don't have permission to edit this message")],
      ['switched off', zulipError('Your organization has turned off message editing')],
    ],
    naming: (name) => jsonAnswer(200, { id: name, msg: '', result: 'success' }),
  },
  {
    vendor: matrix,
    board: matrixBoard,
    elsewhere: { roomId: '!other:example.com' },
    rekeyed: { accessToken: 'syt_rotated_0123456789' },
    gone: [
      ['not found', jsonAnswer(404, { errcode: 'M_NOT_FOUND', error: 'Event not found.' })],
      ['redacted', jsonAnswer(200, { ...EVENT, unsigned: { redacted_because: { type: 'm.room.redaction' } } })],
    ],
    naming: (name) => jsonAnswer(200, { event_id: name }),
    unreadable: jsonAnswer(413, { errcode: 'M_TOO_LARGE', error: 'event too large' }),
  },
  { vendor: ntfy, board: ntfyBoard, elsewhere: { topic: 'other' }, rekeyed: { token: 'tk_rotated0123' }, gone: [] },
  {
    vendor: pagerduty,
    board: pagerdutyBoard,
    elsewhere: { routingKey: 'R9999999999999999999999999999999' },
    gone: [],
  },
];

const byKind = vendors.map((row) => [row.vendor.kind, row] as const);
const chat = byKind.filter(([, { gone }]) => gone.length > 0);
const edits = (kind: FakeVendor['kind']) => deliveredKind(kind)!.edits!;

/** What people read of a post, without what only breaks markup. */
const texts = (board: Board) =>
  board.posts().map(({ title, message, rest }) => [title, message, rest].join('\n').replaceAll('\u200b', ''));

/** An incident has a state of its own, and no text that says it. */
const readable = byKind.filter(([kind]) => kind !== 'pagerduty');

describe.each(readable)('an alert in %s', (_, { vendor, board: makeBoard }) => {
  it('is one post from its beginning to its end, and looks resolved in the end', async () => {
    const board = makeBoard();

    const made = await showAlert(vendor, board);
    const { reference = '' } = made;
    const [before] = board.posts();
    const taken = await showAlert(vendor, board, { alert: acknowledged, post: post({ reference, version: 2 }) });
    const [then] = board.posts();
    const thenText = texts(board)[0];
    const ended = await showAlert(vendor, board, { alert: resolved, post: post({ reference, version: 3 }) });
    const [after] = board.posts();

    const status = expect.any(Number);
    expect(made.outcome).toEqual({ kind: 'delivered', status, reference: expect.any(String) });
    expect(taken.outcome).toEqual({ kind: 'delivered', status, edited: true });
    expect(ended.outcome).toEqual({ kind: 'delivered', status, edited: true });
    expect(board.posts()).toHaveLength(1);
    expect(texts(board)[0]).toContain('Disk full on web-1');
    expect(thenText).toContain('Acknowledged: Disk full on web-1');
    expect(thenText).toContain('Acknowledged by Anna until 2026-11-20 11:00 UTC');
    expect(texts(board)[0]).toContain('Resolved: Disk full on web-1');
    expect(texts(board)[0]).toContain('Only 3 % left on /var, growing by 2 GB an hour.');
    expect(texts(board)[0]).toContain('Resolved after 12 min by Anna, 3 messages');
    const colours = [before?.colour, then?.colour, after?.colour].filter((colour) => colour !== undefined);
    expect(new Set(colours).size).toBe(colours.length);
  });

  it('goes on below: the older post says so, and a new one shows the alert', async () => {
    const board = makeBoard();
    const { reference = '' } = await showAlert(vendor, board);

    const old = await showAlert(vendor, board, { post: post({ reference, version: 2, continued: true }) });
    const next = await showAlert(vendor, board, { post: post({ id: 'dlv_2', version: 2 }), message: { priority: 5 } });

    expect(old.outcome).toMatchObject({ kind: 'delivered', edited: true });
    expect(next.reference).toEqual(expect.any(String));
    expect(texts(board)).toEqual([
      expect.stringContaining('Continued below: Disk full on web-1'),
      expect.not.stringContaining('Continued below'),
    ]);
  });
});

describe('an alert in pagerduty', () => {
  it('is one incident from its beginning to its end, also where others get a new post', async () => {
    const board = pagerdutyBoard();
    const states: unknown[] = [];
    const show = async (showing: Showing) => {
      const shown = await showAlert(pagerduty, board, showing);
      states.push(...board.posts().map(({ state }) => state));
      return shown;
    };

    const { reference = '' } = await show({});
    const old = await show({ post: post({ reference, version: 2, continued: true }) });
    await show({ message: { priority: 5 }, post: post({ id: 'dlv_2', version: 2 }) });
    await show({ alert: acknowledged, post: post({ reference, version: 3 }) });
    await show({ alert: resolved, post: post({ reference, version: 4 }) });

    expect(old.requests).toEqual([]);
    expect(states).toEqual(['triggered', 'triggered', 'triggered', 'acknowledged', 'resolved']);
  });
});

describe.each(byKind)('the post of an alert in %s', (kind, { vendor, board: makeBoard, elsewhere }) => {
  it('is the same request whenever its arguments are, and its repetition changes nothing that people see', async () => {
    const board = makeBoard();
    const { reference = '' } = await showAlert(vendor, board);
    const ending = { alert: resolved, post: post({ reference, version: 2 }) };

    const first = await showAlert(vendor, board, ending);
    const seen = board.posts();
    const second = await showAlert(vendor, board, ending);

    expect(second.requests).toEqual(first.requests);
    expect(second.outcome).toMatchObject({ kind: 'delivered', edited: true });
    expect(board.posts()).toEqual(seen);
  });

  it('is there twice after a lost answer only where the vendor names it', async () => {
    const board = makeBoard();
    const lost = await showAlert(vendor, board, {
      answer: (request) => {
        board.answer(request);
        return { status: 503, body: '' };
      },
    });

    await showAlert(vendor, board, { post: post({ version: 2 }) });

    expect(lost.outcome.kind).toBe('retry');
    expect(board.posts()).toHaveLength(edits(kind).namesPosts ? 1 : 2);
  });

  it('is posted anew, and asked of nobody before, where the channel leads elsewhere now', async () => {
    const board = makeBoard();
    const { reference = '' } = await showAlert(vendor, board);
    const change = { post: post({ reference, version: 2 }), config: elsewhere };

    const moved = await showAlert(vendor, board, { ...change, answer: () => textAnswer(503, '') });
    const old = await showAlert(vendor, board, { ...change, post: { ...change.post, continued: true } });

    expect(moved.requests.map(({ method }) => method)).toEqual([kind === 'matrix' ? 'PUT' : 'POST']);
    expect(moved.requests[0]!.body).not.toMatch(/"ts"|message_id|m\.replace/);
    expect(old.requests).toEqual([]);
    expect(old.outcome).toEqual({ kind: 'delivered', edited: true });
  });

  it('is taken by the vendor whatever it and the names in it say, and nothing in it means anything', async () => {
    await fc.assert(
      fc.asyncProperty(nastyNotification, async (message) => {
        const board = makeBoard();
        const by = { ...ANNA, name: message.title ?? message.message };
        const ends = [
          { ...acknowledged, acknowledged: { by } },
          { ...resolved, resolved: { at: resolved.resolved!.at, by } },
        ];

        const { outcome, reference = '' } = await showAlert(vendor, board, { message });
        const later = await Promise.all(
          ends.map(async (alert, step) =>
            showAlert(vendor, board, { alert, message, post: post({ reference, version: step + 2 }) }),
          ),
        );

        expect([outcome, ...later.map(({ outcome }) => outcome)]).toMatchObject([
          { kind: 'delivered' },
          { kind: 'delivered', edited: true },
          { kind: 'delivered', edited: true },
        ]);
        expect(board.posts()).toHaveLength(1);
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });

  it('keeps no secret in its reference, whatever the vendor answers', async () => {
    const { config } = channelOf(vendor);
    const secrets = deliveredKind(kind)!.secrets.flatMap((name) =>
      typeof config[name] === 'string' ? [config[name]] : [],
    );
    const said = secrets.join(' ');
    const body = { ok: true, id: said, ts: said, channel: said, event_id: said, result: { message_id: said } };

    const { outcome, reference = '' } = await showAlert(vendor, makeBoard(), { answer: () => jsonAnswer(200, body) });

    expect(outcome.kind).toBe('delivered');
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of secrets) expect(reference).not.toContain(secret);
    expect(reference).toMatch(/^$|^[0-9a-f]{16}\.[\w-]+$/);
  });

  it.each(['', 'ok', 'null', '[]', '{}', '<html>', '{"ok":true'])(
    'stands after an answer of %j to its post',
    async (body) => {
      const { outcome } = await showAlert(vendor, makeBoard(), { answer: () => ({ status: 200, body }) });

      expect(outcome).toMatchObject({ kind: 'delivered', status: 200 });
    },
  );

  it.each([
    ['500', { status: 500, body: '<html>no</html>' }, 'retry'],
    ['429', { status: 429, headers: { 'retry-after': '7' }, body: '' }, 'retry'],
    ['400 with a body that nobody knows', { status: 400, body: '{"error":{}}' }, 'failed'],
    ['302', { status: 302, body: '' }, 'failed'],
  ] as const)('is not posted anew when an edit is answered by %s', async (_, answer, wanted) => {
    const board = makeBoard();
    const { reference = '' } = await showAlert(vendor, board);

    const { outcome } = await showAlert(vendor, board, { post: post({ reference, version: 2 }), answer: () => answer });

    expect(outcome).toMatchObject({ kind: wanted, status: answer.status });
    expect(outcome).not.toHaveProperty('edited');
    expect(board.posts()).toHaveLength(1);
  });
});

describe.each(chat)('a post that is gone in %s', (_kind, { vendor, board: makeBoard, gone, naming }) => {
  it('is made anew, once, and changed from then on', async () => {
    const board = makeBoard();
    const { reference: first = '' } = await showAlert(vendor, board);
    board.clear();

    const anew = await showAlert(vendor, board, {
      alert: acknowledged,
      post: post({ version: 2, reference: first }),
    });
    const { reference = '' } = anew;
    const later = await showAlert(vendor, board, {
      alert: resolved,
      post: post({ version: 3, reference }),
    });

    expect(anew.outcome).toEqual({ kind: 'delivered', status: 200, reference: expect.any(String) });
    expect(reference).not.toBe(first);
    expect(later.outcome).toMatchObject({ edited: true });
    expect(texts(board)).toEqual([expect.stringContaining('Resolved after 12 min')]);
  });

  it.each(gone)('is known by %s', async (_, answer) => {
    const board = makeBoard();
    const { reference = '' } = await showAlert(vendor, board);
    const answers = [answer];
    const next = post({ version: 2, reference });

    const { outcome } = await showAlert(vendor, board, {
      post: next,
      answer: (request) => answers.shift() ?? board.answer(request),
    });

    expect(outcome).toMatchObject({ kind: 'delivered', reference: expect.any(String) });
    expect(outcome).not.toHaveProperty('edited');
    expect(board.posts()).toHaveLength(2);
  });

  it.each(gone)('is not asked for over and over: %s', async (_, answer) => {
    const board = makeBoard();
    const { reference = '' } = await showAlert(vendor, board);

    const { requests } = await showAlert(vendor, board, {
      post: post({ reference, version: 2 }),
      answer: () => answer,
    });

    expect(requests.length).toBeLessThanOrEqual(3);
  });

  it.each(gone)('need not be continued: %s', async (_, answer) => {
    const board = makeBoard();
    const { reference = '' } = await showAlert(vendor, board);

    const { outcome } = await showAlert(vendor, board, {
      post: post({ reference, version: 2, continued: true }),
      answer: () => answer,
    });

    expect(outcome).toEqual({ kind: 'delivered', status: answer.status, edited: true });
    expect(board.posts()).toHaveLength(1);
  });

  it.each([{}, [], null, true, '', '../x', 'a b', 'a\nb', '-1', -1, 1.5, 'x'.repeat(500)])(
    'cannot come of a name that is none: %j',
    async (name) => {
      const { outcome, reference } = await showAlert(vendor, makeBoard(), { answer: () => naming!(name) });

      expect(outcome.kind).toBe('delivered');
      expect(reference).toBeUndefined();
    },
  );
});

describe('a post', () => {
  it.each(byKind.filter(([, { rekeyed }]) => rekeyed !== undefined))(
    'in %s is the same with another key to the same place',
    async (_, { vendor, board: makeBoard, rekeyed }) => {
      const board = makeBoard();
      const { reference = '' } = await showAlert(vendor, board);

      const { requests } = await showAlert(vendor, board, {
        post: post({ reference, version: 2 }),
        config: rekeyed!,
        answer: () => textAnswer(503, ''),
      });

      expect(`${requests[0]!.url.pathname} ${requests[0]!.body}`).toMatch(
        /"ts"|message_id|\/event\/|\/messages\/\d|sequence_id/,
      );
    },
  );

  it.each(byKind.filter(([, { unreadable }]) => unreadable !== undefined))(
    'in %s is changed in plain text where the vendor cannot read the rich form',
    async (_, { vendor, board: makeBoard, unreadable }) => {
      const board = makeBoard();
      const { reference = '' } = await showAlert(vendor, board);
      const answers = [unreadable!];

      const { outcome } = await showAlert(vendor, board, {
        alert: resolved,
        post: post({ reference, version: 2 }),
        answer: (request) => (request.method === 'GET' ? undefined : answers.shift()) ?? board.answer(request),
      });

      expect(outcome).toMatchObject({ kind: 'delivered', edited: true });
      expect(board.posts()).toHaveLength(1);
      expect(texts(board)[0]).toContain('Resolved: Disk full on web-1');
      expect(board.posts()[0]?.colour).toBeUndefined();
    },
  );

  it.each(byKind)('of %s can be changed', (kind, { vendor }) => {
    expect(edits(kind).areOf(channelOf(vendor).config)).toBe(true);
  });

  it('of an incoming webhook of Slack cannot be changed: what is shown is posted, and nothing is kept of it', async () => {
    const showing = { alert: resolved, post: post({ reference: 'x', version: 2 }) };
    const board: Board = { answer: (request) => slackWebhook.answer(request), posts: () => [], clear: () => {} };

    const { outcome, requests } = await showAlert(slackWebhook, board, showing);

    expect(edits('slack').areOf(channelOf(slackWebhook).config)).toBe(false);
    expect(outcome).toEqual({ kind: 'delivered', status: 200 });
    expect(slackWebhook.shown(requests[0]!, true).title).toBe('Resolved: Disk full on web-1');
  });
});
