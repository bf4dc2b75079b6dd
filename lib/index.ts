/**
 * The surface for other CDK apps: the router as one construct, a stage that holds it, the settings that both take, and
 * its webhooks and channels in code.
 * Anything not exported here may change in any version.
 */
export { type AskOptionProps, AskTask, type AskTaskProps } from './as-code/ask-task.ts';
export { Channel } from './as-code/channel.ts';
export type * from './as-code/channel.ts';
export type { ChannelOfKind, ChannelProps, IChannel } from './as-code/channel-resource.ts';
export { Filter, type FilterValue, type PathConditions } from './as-code/filter.ts';
export { type Fault, InvalidDeclaration } from './as-code/invalid.ts';
export type { IRouter, ResourceProvider } from './as-code/router.ts';
export { RouterAlarmAction } from './as-code/router-alarm-action.ts';
export { RouterTarget } from './as-code/router-target.ts';
export type { StackResourceProps } from './as-code/stack-resource.ts';
export type { LifecycleProps, TemplatesProps } from './as-code/template-faults.ts';
export { type LinkProps, Webhook, type WebhookProps } from './as-code/webhook.ts';
export { InvalidSetting } from './config/settings.ts';
export type { SettingsInput } from './config/settings-input.ts';
export { NotificationRouter, type NotificationRouterProps } from './notification-router.ts';
export { NotificationRouterStage, type NotificationRouterStageProps } from './notification-router-stage.ts';
