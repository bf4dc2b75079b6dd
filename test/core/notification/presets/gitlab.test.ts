import { describe, expect, test } from 'vitest';
import { deliveryIdOf, reading } from './reading-preset.ts';

const project = { path_with_namespace: 'acme/shop', web_url: 'https://gitlab.example/acme/shop' };

describe('gitlab preset', () => {
  test.each([
    [
      {
        object_kind: 'build',
        build_name: 'unit',
        build_stage: 'test',
        build_status: 'failed',
        build_failure_reason: 'script_failure',
        ref: 'main',
        user: { name: 'Mona' },
        commit: { message: 'Fix\nmore' },
      },
      '[acme/shop] Job unit failed on main',
      'By Mona\nStage: test\nReason: script failure\nFix\nhttps://gitlab.example/acme/shop',
      4,
    ],
    [
      { object_kind: 'build', build_name: 'unit', build_status: 'success', build_failure_reason: 'unknown_failure' },
      '[acme/shop] Job unit success',
      'https://gitlab.example/acme/shop',
      2,
    ],
    [
      { object_kind: 'build', build_name: 'unit', build_status: 'failed' },
      '[acme/shop] Job unit failed',
      'https://gitlab.example/acme/shop',
      4,
    ],
    [
      {
        object_kind: 'deployment',
        status: 'failed',
        environment: 'production',
        short_sha: '279484c0',
        commit_title: 'Fix',
        deployable_url: 'https://x',
      },
      '[acme/shop] Deployment to production failed',
      '279484c0 Fix\nhttps://x',
      4,
    ],
    [
      { object_kind: 'release', name: 'v1.1', description: 'Faster', url: 'https://x', action: 'create' },
      '[acme/shop] Release v1.1 created',
      'Faster\nhttps://x',
      2,
    ],
    [
      { object_kind: 'issue', object_attributes: { iid: 23, title: 'Broken', action: 'close', url: 'https://x' } },
      '[acme/shop] Issue #23 closed: Broken',
      'https://x',
      2,
    ],
    [
      { object_kind: 'incident', object_attributes: { iid: 1, title: 'Down', action: 'open', severity: 'critical' } },
      '[acme/shop] Incident #1 opened: Down',
      'https://gitlab.example/acme/shop',
      5,
    ],
    [
      { object_kind: 'feature_flag', object_attributes: { name: 'beta' } },
      '[acme/shop] Feature flag: beta',
      'https://gitlab.example/acme/shop',
      2,
    ],
    [
      { object_kind: 'tag_push', ref: 'refs/tags/v1', after: 'abc', user_name: 'Mona', commits: [] },
      '[acme/shop] 0 commits pushed to tag v1',
      'By Mona\nhttps://gitlab.example/acme/shop',
      2,
    ],
    [
      { object_kind: 'push', ref: 'refs/heads/old', after: '0000000000', total_commits_count: 0 },
      '[acme/shop] Branch old deleted',
      'https://gitlab.example/acme/shop',
      2,
    ],
    [
      { object_kind: 'pipeline', object_attributes: { id: 3, status: 'canceled', duration: 0 } },
      '[acme/shop] Pipeline #3 canceled',
      'Took 0 s',
      3,
    ],
    [
      {
        object_kind: 'note',
        object_attributes: { note: 'Nice', noteable_type: 'MergeRequest' },
        merge_request: { title: 'Add' },
      },
      '[acme/shop] Comment on merge request: Add',
      'Nice',
      2,
    ],
  ])('tells %j', async (event, title, message, priority) => {
    expect(await reading('gitlab', { ...event, project })).toMatchObject({ title, message, priority });
  });

  test.each(['push', 'note', 'pipeline', 'build', 'deployment', 'release', 'issue'])(
    'says something of an empty %s',
    async (object_kind) => {
      const read = await reading('gitlab', { object_kind });

      expect(read?.title).toBeTruthy();
      expect(read?.message).toBeTruthy();
    },
  );

  test('counts commits beyond ten', async () => {
    const commits = Array.from({ length: 11 }, () => ({ id: '0123456789', title: 'Step' }));

    const read = await reading('gitlab', { object_kind: 'push', ref: 'refs/heads/main', commits });

    expect(read?.message?.split('\n').slice(9)).toEqual(['01234567 Step', 'and 1 more']);
  });

  test('reads a system hook, which has an event name alone', async () => {
    expect((await reading('gitlab', { event_name: 'project_create', path: 'shop' }))?.title).toBe(
      'Project create: shop',
    );
  });

  test('leaves other bodies to guessing', async () => {
    expect(await reading('gitlab', {})).toBeUndefined();
  });

  test('takes the event id of an older GitLab for the delivery', async () => {
    expect(await deliveryIdOf('gitlab', {}, { 'x-gitlab-event-uuid': 'e1' })).toBe('e1');
  });
});
