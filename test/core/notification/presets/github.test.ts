import { describe, expect, test } from 'vitest';
import { github } from '../../../../core/notification/presets/github.ts';
import type { JsonObject } from '../../../../core/message/json-object.ts';
import { publishedEvents } from './published-events.ts';

/** Reads a body as the event of that name; it must be one. */
function read(event: string, body: JsonObject) {
  const reading = github.read({ body, headers: { 'x-github-event': event } });
  if (reading === undefined) throw new Error('expected a reading');
  return reading;
}

describe('github preset on every published example', () => {
  test('reads more than 300 of them', () => {
    expect(publishedEvents.length).toBeGreaterThan(300);
  });

  test.each(publishedEvents)('$name $index becomes a title and a message that people read', ({ name, body }) => {
    const { title, message, priority, tags } = read(name, body);

    expect(title).toMatch(/\p{L}{3}/u);
    expect(message).toMatch(/\p{L}{3}/u);
    expect(message).not.toMatch(/^https?:\/\/\S+$/);
    expect(`${title}${message}`).not.toMatch(/\[object|undefined|null|^\s*\{/);
    expect(priority).toBeGreaterThanOrEqual(1);
    expect(priority).toBeLessThanOrEqual(5);
    expect(tags?.slice(0, 2)).toEqual(['github', name]);
  });
});

// `vitest -u` writes what is read today into the file: read the difference before it is committed.
test('github preset reads every published example as the golden file says', async () => {
  const readings = publishedEvents.map(({ name, index, body }) => {
    const { title, message, priority, tags } = read(name, body);
    return `### ${name} ${index} (priority ${priority}; ${tags?.filter(Boolean).join(', ')})\n${title}\n---\n${message}\n`;
  });

  await expect(readings.join('\n')).toMatchFileSnapshot('../../../fixtures/github-events.txt');
});

describe('github preset', () => {
  const repository = { full_name: 'acme/shop', html_url: 'https://github.com/acme/shop' };
  const sender = { login: 'mona' };

  test('leaves a body without the event header to guessing', () => {
    expect(github.read({ body: { repository }, headers: {} })).toBeUndefined();
    expect(github.read({ body: { repository }, headers: { 'x-github-event': ' ' } })).toBeUndefined();
  });

  test('lists ten commits of a push and counts the rest', () => {
    const commits = Array.from({ length: 12 }, (_, index) => ({
      id: `${index}abcdef012`,
      message: `Step ${index}\n\nwhy`,
    }));

    const { title, message } = read('push', {
      ref: 'refs/heads/main',
      commits,
      repository,
      sender,
      compare: 'https://x',
    });

    expect(title).toBe('[acme/shop] 12 commits pushed to main');
    expect(message).toBe(
      `By mona\n${[...Array(10).keys()].map((index) => `${`${index}abcdef012`.slice(0, 7)} Step ${index}`).join('\n')}\nand 2 more\nhttps://x`,
    );
  });

  test('says when a push was forced and when it removed its branch', () => {
    expect(read('push', { ref: 'refs/heads/x', commits: [{}], forced: true }).title).toBe('1 commit force-pushed to x');
    expect(read('push', { ref: 'refs/heads/x', commits: [], deleted: true }).title).toBe('Branch x deleted');
  });

  test('says merged of a pull request that was closed by merging', () => {
    const pull_request = { number: 7, title: 'Add tax', merged: true };

    const { title, tags } = read('pull_request', { action: 'closed', pull_request, repository });

    expect(title).toBe('[acme/shop] Pull request #7 merged: Add tax');
    expect(tags).toContain('merged');
  });

  test('says updated of a pull request with new commits', () => {
    expect(read('pull_request', { action: 'synchronize', pull_request: { number: 7 } }).title).toBe(
      'Pull request #7 updated',
    );
  });

  test('shows what changed on an issue', () => {
    const issue = { number: 1, title: 'Broken' };
    const body = {
      action: 'labeled',
      issue,
      label: { name: 'bug' },
      milestone: { title: 'v1' },
      assignee: { login: 'hal' },
    };

    expect(read('issues', body).message).toBe('Label: bug\nMilestone: v1\nAssignee: hal');
    expect(
      read('pull_request', {
        action: 'review_requested',
        pull_request: {},
        requested_team: { name: 'core' },
        changes: { title: { from: 'Old' } },
      }).message,
    ).toBe('Reviewer: core\nTitle was: Old');
  });

  test('gives the verdict of a review', () => {
    const review = { state: 'changes_requested', body: 'Please test it' };

    const reading = read('pull_request_review', {
      action: 'submitted',
      review,
      pull_request: { number: 7, title: 'Add tax' },
      sender,
    });

    expect(reading.title).toBe('Review on pull request #7: Add tax');
    expect(reading.message).toBe('By mona (changes requested)\nPlease test it');
    expect(reading.priority).toBe(3);
  });

  test.each([
    ['failure', 'failed', 4],
    ['success', 'succeeded', 2],
    ['timed_out', 'timed out', 4],
    ['cancelled', 'cancelled', 3],
    ['skipped', 'skipped', 1],
  ])('says how a workflow ended: %s', (conclusion, said, priority) => {
    const workflow_run = {
      name: 'CI',
      conclusion,
      head_branch: 'main',
      head_sha: '0123456789',
      display_title: 'Add tax',
    };

    const reading = read('workflow_run', { action: 'completed', workflow_run, repository, sender });

    expect(reading).toMatchObject({
      title: `[acme/shop] Workflow CI ${said} on main`,
      message: '0123456 Add tax\nBy mona',
      priority,
    });
  });

  test('wakes somebody for a leaked secret', () => {
    const alert = {
      number: 3,
      secret_type: 'aws_access_key',
      secret_type_display_name: 'AWS key',
      html_url: 'https://x',
    };

    const reading = read('secret_scanning_alert', { action: 'created', alert, repository });

    expect(reading).toMatchObject({
      title: '[acme/shop] Secret scanning alert #3 created: AWS key',
      message: 'Severity: critical\nhttps://x',
      priority: 5,
    });
  });

  test('says what was done to an alert of the older kind', () => {
    const body = { action: 'create', alert: { affected_package_name: 'rack' } };

    expect(read('repository_vulnerability_alert', body).title).toBe('Vulnerability alert created: rack');
  });

  test('calms down when an alert is over', () => {
    expect(read('secret_scanning_alert', { action: 'resolved', alert: { number: 3 } }).priority).toBe(2);
  });

  test('says where a code scanning alert is', () => {
    const most_recent_instance = { location: { path: 'a.ts', start_line: 9 }, message: { text: 'Not checked' } };

    const reading = read('code_scanning_alert', {
      action: 'created',
      alert: { rule: { severity: 'warning' }, most_recent_instance },
    });

    expect(reading.message).toBe('Severity: warning\nFile: a.ts:9\nNot checked');
    expect(reading.priority).toBe(3);
  });

  test('says who did what for an event it does not know', () => {
    const reading = read('brand_new', {
      action: 'polished',
      brand_new: { name: 'Chrome', html_url: 'https://x' },
      repository,
      sender,
    });

    expect(reading).toMatchObject({
      title: '[acme/shop] Brand new polished: Chrome',
      message: 'Brand new polished by mona in acme/shop\nChrome\nhttps://x',
      tags: ['github', 'brand_new', 'polished', 'acme/shop'],
    });
  });

  test.each([
    'push',
    'pull_request',
    'issue_comment',
    'release',
    'create',
    'workflow_run',
    'dependabot_alert',
    'ping',
    'star',
    'public',
    '-',
  ])('says something of an empty %s', (event) => {
    const { title, message } = read(event, {});

    expect(title).toBeTruthy();
    expect(message).toBeTruthy();
  });

  test('takes the delivery id from its header', () => {
    expect(github.deliveryId?.({ body: {}, headers: { 'x-github-delivery': 'd1' } })).toBe('d1');
  });
});
