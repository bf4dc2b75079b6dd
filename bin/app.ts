import { createApp } from '../lib/config/cdk-app.ts';
import { parseSettings, SETTING_NAMES } from '../lib/config/settings.ts';
import { composeStacks } from '../lib/stacks/compose.ts';

const app = createApp();
const context = SETTING_NAMES.map((name) => [name, app.node.tryGetContext(name)] as const);
const parsed = parseSettings(Object.fromEntries(context));

if (parsed.kind === 'ok') {
  composeStacks(app, parsed.settings);
  app.synth();
} else {
  console.error(parsed.message);
  process.exitCode = 2;
}
