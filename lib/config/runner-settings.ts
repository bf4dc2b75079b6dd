import type { Node } from 'constructs';
import * as z from 'zod';
import type { SettingsInput } from './settings-input.ts';

/** The context in which the local runner tells the router of an app the settings of this machine. */
export const RUNNER_SETTINGS = 'notification-router:runner-settings';

/** Whether it is the local runner that synthesizes. */
export const isLocalRun = (node: Node): boolean => node.tryGetContext(RUNNER_SETTINGS) !== undefined;

/** The settings of a router, under those of the local runner, if it is the one that synthesizes. */
export function withRunnerSettings(node: Node, settings: SettingsInput = {}): SettingsInput {
  const given = z.record(z.string(), z.string()).optional().parse(node.tryGetContext(RUNNER_SETTINGS));
  return { ...settings, ...given };
}
