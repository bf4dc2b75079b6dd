import { Stage, type StageProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { SettingsInput } from './config/settings-input.ts';
import { NotificationRouter } from './notification-router.ts';

/** A stage and the settings of its router. */
export interface NotificationRouterStageProps extends StageProps {
  /** By their public names, as `docs/settings.md` lists them. @default each setting has a default of its own */
  readonly settings?: SettingsInput;
}

/** One router as a stage of a deployment pipeline, with an account and Region of its own. */
export class NotificationRouterStage extends Stage {
  readonly router: NotificationRouter;

  /** @throws InvalidSetting with one line on the first setting that is not allowed. */
  constructor(scope: Construct, id: string, { settings, ...props }: NotificationRouterStageProps = {}) {
    super(scope, id, props);
    this.router = new NotificationRouter(this, 'NotificationRouter', settings === undefined ? {} : { settings });
  }
}
