import type { OutgoingMessage } from '../../core/channels/outgoing-message.ts';
import type { Content } from '../../core/message/content.ts';

/** A notification under the name that the gallery gives it. */
interface Sample {
  readonly name: string;
  readonly message: OutgoingMessage;
}

function sample(name: string, content: Content): Sample {
  const common = {
    id: 'msg_01KAG9S2M0000000000000000A',
    receivedAt: '2026-11-20T09:41:00.000Z',
    webhook: { id: 'wh_01KAG9S2M0000000000000000B', name: 'Monitoring' },
    payloadText: '{"host":"web-1","disk":{"path":"/var","freePercent":3}}',
    hops: [],
  };
  return { name, message: { ...common, content } };
}

/** The same five for every kind: ordinary, urgent, long, hostile, and silent. */
export const samples: readonly Sample[] = [
  sample('Ordinary', {
    title: 'Deployment finished',
    message: 'shop-api 4.12.0 is live in eu-central-1.\nSee https://ci.example.com/runs/8841?tab=log for the log.',
    priority: 2,
    tags: ['deploy', 'shop-api'],
  }),
  sample('Urgent', {
    title: 'Disk full on web-1',
    message: 'Only 3 % left on /var, growing by 2 GB an hour.\nAt this pace it is full at 11:20 UTC.',
    priority: 5,
    tags: ['disk', 'prod', 'web-1'],
  }),
  sample('Long', {
    title: 'Nightly report: 4,000 characters, and every one of them is wanted 📈',
    message: 'Lorem ipsum 🚀 dolor sit amet, consectetur adipiscing elit — sed do eiusmod tempor. '.repeat(48).trim(),
    priority: 3,
    tags: Array.from({ length: 40 }, (_, index) => `team-${index + 1}`),
  }),
  sample('Hostile', {
    title: '*Bold?* <b>HTML</b> & @everyone <!channel>',
    message:
      '<script>alert(1)</script> **bold** _it_ ~~no~~ `code` [bank](https://evil.example/)\n# no heading\n- no list\n' +
      '@channel @all <@U0123> <users/all> <at>Ann</at> {{DATE(2026-11-20T09:00:00Z, SHORT)}}\nמרחבא مرحبا بالعالم 👩‍👩‍👧‍👦 \u202eright to left',
    priority: 4,
    tags: ['<b>tag</b>', '@here'],
  }),
  sample('Silent', { message: '', tags: [] }),
];
