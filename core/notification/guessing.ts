/**
 * The names that guessing knows, in the order it prefers them. `docs/guessing.md` is generated from these lists.
 *
 * Names are compared without case, `_`, `-` and spaces, so `alertname` stands for `AlertName` and `alert_name` too.
 */

/** Fields that hold a message. */
export const messageNames = [
  'message',
  'body',
  'msg',
  'text',
  'content',
  'description',
  'details',
  'summary',
  'reason',
  'detail',
  'error message',
  'error details',
  'error',
  'new state reason',
  'last assistant message',
  'status message',
  'alert message',
  'alert details',
  'long description',
  'latest description',
] as const;

/** Fields that hold a message only when they hold more than one word, after those above. */
export const wordyMessageNames = ['note', 'comment', 'cause', 'output', 'raw', 'trigger'] as const;

/** Fields that hold a title. One that is also a message name serves the message first. */
export const titleNames = [
  'title',
  'subject',
  'summary',
  'headline',
  'heading',
  'name',
  'event_name',
  'alertname',
  'alarm name',
  'display name',
  'label',
  'alert rule',
  'rule name',
  'check name',
  'condition name',
  'policy name',
  'monitor name',
  'monitor friendly name',
  'job name',
  'search name',
  'workspace name',
  'project name',
] as const;

/**
 * Fields that merely say what kind of thing happened. They become the title when no title name is anywhere and the
 * body has no message of its own at the top level.
 */
export const kindNames = [
  'detail-type',
  'event_type',
  'type',
  'event',
  'object_kind',
  'hook_event_name',
  'webhook event',
  'notification type',
  'alert type',
  'action',
] as const;

/**
 * Fields whose object is searched as well, or the first object of whose list is. They are searched after the level
 * that holds them, in this order.
 */
export const wrapperNames = [
  'data',
  'event',
  'payload',
  'alert',
  'notification',
  'incident',
  'detail',
  'object_attributes',
  'comment',
  'issue',
  'pull request',
  'embeds',
  'alerts',
  'message',
  'body',
  'content',
  'error',
  'object',
  'resource',
  'record',
  'records',
  'attachments',
  'common annotations',
  'annotations',
  'common labels',
  'labels',
  'fields',
  'release',
  'review',
  'discussion',
  'build',
  'job',
  'execution',
  'component',
  'commit status',
  'head commit',
  'commits',
  'notifications',
  'incident updates',
  'event description',
  'event data',
  'webhook event data',
  'custom attributes',
  'essentials',
  'result',
  'state',
] as const;

/** Wrappers that are maps. A list under such a name is one of tags or of table cells, which say nothing by themselves. */
export const mapWrapperNames: readonly string[] = ['annotations', 'labels', 'fields'];

/** How many wrappers deep guessing looks: `data.issue.fields.title` lies under three. */
export const MAX_WRAPPER_DEPTH = 3;
