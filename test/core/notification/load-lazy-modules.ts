import { presetNames } from '../../../core/notification/presets/preset-names.ts';
import { loadPreset } from '../../../core/notification/presets/registry.ts';
import { checkTemplates } from '../../../core/notification/templates.ts';

// Stryker takes what runs inside a test for that test's alone. Modules that the first test to need them would load are
// loaded here, before any test, or it would look for mistakes in their tables with one test only.
await Promise.all(presetNames.map(async (name) => loadPreset(name)));
await checkTemplates({ title: 'loads the engine' });
