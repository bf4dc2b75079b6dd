/**
 * The surface for other CDK apps: the router as one construct, a stage that holds it, and the settings that both take.
 * Anything not exported here may change in any version.
 */
export { InvalidSetting } from './config/settings.ts';
export type { SettingsInput } from './config/settings-input.ts';
export { NotificationRouter, type NotificationRouterProps } from './notification-router.ts';
export { NotificationRouterStage, type NotificationRouterStageProps } from './notification-router-stage.ts';
