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
      '[acme/shop] Job unit succeeded',
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
      { object_kind: 'tag_push', ref: 'refs/tags/v1', before: '0000000000', after: 'abc', total_commits_count: 0 },
      '[acme/shop] Tag v1 created',
      'https://gitlab.example/acme/shop',
      2,
    ],
    [
      { object_kind: 'push', ref: 'refs/heads/new', before: '0000000000', after: 'abc', total_commits_count: 2 },
      '[acme/shop] 2 commits pushed to branch new',
      'and 2 more\nhttps://gitlab.example/acme/shop',
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

  test.each<[object, string]>([
    [{ object_kind: 'release', name: '1', project: { name: 'shop' } }, '[shop] Release 1'],
    [{ event_name: 'repository_update', project_name: 'shop' }, '[shop] Repository update'],
    [{ event_name: 'subgroup_create', group: { full_path: 'acme' } }, '[acme] Subgroup create'],
    [{ object_kind: 'release', tag: 'v2' }, 'Release v2'],
    [{ object_kind: 'access_token', action: 'update' }, 'Access token updated'],
    [{ object_kind: 'wiki_page', object_attributes: { state: 'close' } }, 'Wiki page closed'],
    [{ object_kind: 'note', snippet: { title: 'S' } }, 'Comment on: S'],
    [{ object_kind: 'note', commit: { title: 'C', message: 'M' } }, 'Comment on: C'],
    [{ object_kind: 'note', commit: { message: 'M\nmore' } }, 'Comment on: M'],
    [{ object_kind: 'push', ref: 'refs/heads/refs/tags/x', after: '0a' }, '0 commits pushed to branch refs/tags/x'],
    [{ object_kind: 'push', ref: 'refs/heads/main', after: 'a0' }, '0 commits pushed to branch main'],
    [{ object_kind: 'push', ref: 'main', total_commits_count: 40 }, '40 commits pushed to branch main'],
    [{ object_kind: 'push', ref: 'main', commits: [{}] }, '1 commit pushed to branch main'],
  ])('finds the title of %j', async (event, title) => {
    expect((await reading('gitlab', { ...event }))?.title).toBe(title);
  });

  test.each<[object, string]>([
    [{ object_kind: 'push', commits: [{ message: 'Fix\nmore' }] }, 'Fix'],
    [{ object_kind: 'pipeline', commit: { title: 'Fix', message: 'Fixes' } }, 'Fix'],
    [{ object_kind: 'pipeline', commit: { message: 'Fix', url: 'https://x' } }, 'Fix\nhttps://x'],
    [{ object_kind: 'build', repository: { homepage: 'https://x' } }, 'https://x'],
    [{ object_kind: 'deployment', environment_external_url: 'https://x', commit_url: 'https://y' }, 'https://x'],
    [{ object_kind: 'deployment', commit_url: 'https://y' }, 'https://y'],
    [{ object_kind: 'wiki_page', object_attributes: { content: 'Text' } }, 'Text'],
    [{ object_kind: 'issue', user: { username: 'mona' }, project: { web_url: 'u' } }, 'By mona\nu'],
    [{ event_name: 'user_add_to_team', user_username: 'mona' }, 'By mona'],
  ])('finds the message of %j', async (event, message) => {
    expect((await reading('gitlab', { ...event }))?.message).toBe(message);
  });

  test('tags an event with its kind, its state and its project', async () => {
    const event = { object_kind: 'merge_request', object_attributes: { action: 'merge' }, project };

    expect((await reading('gitlab', event))?.tags).toEqual(['gitlab', 'merge_request', 'merged', 'acme/shop']);
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
