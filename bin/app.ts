import { createCdkApp } from '../lib/config/cdk-app.ts';
import { configOf } from '../lib/config/stages.ts';
import { InvalidSetting, NotificationRouter } from '../lib/index.ts';

const app = createCdkApp();
try {
  new NotificationRouter(app, 'NotificationRouter', await configOf(app.node));
  app.synth();
  console.error('Before a first deployment, see what the account lacks: npm run preflight (docs/deploy.md)');
} catch (error) {
  if (!(error instanceof InvalidSetting)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
