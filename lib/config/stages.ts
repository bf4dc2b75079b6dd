import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Environment } from 'aws-cdk-lib';
import type { Node } from 'constructs';
import { InvalidSetting, SETTING_NAMES } from './settings.ts';
import type { SettingsInput } from './settings-input.ts';

const FOLDER = join(import.meta.dirname, '../../config');

/** What `config/<stage>.ts` exports as `stage`. */
export interface StageConfig {
  readonly settings?: SettingsInput;
  /** Pins the stage to an account and a Region. @default those of the credentials that deploy */
  readonly env?: Environment;
}

/**
 * The configuration from an app's context: `-c stage=<name>` takes the settings of `config/<name>.ts`, and
 * `-c NAME=value` overrides them.
 *
 * @throws InvalidSetting when there is no such stage
 */
export async function configOf(node: Node, folder = FOLDER): Promise<StageConfig> {
  const given = SETTING_NAMES.map((name) => [name, node.tryGetContext(name)] as const);
  const settings = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  const name: unknown = node.tryGetContext('stage');
  if (name === undefined) return { settings };
  const stage = await readStage(typeof name === 'string' ? name : JSON.stringify(name), folder);
  return { ...stage, settings: { ...stage.settings, ...settings } };
}

async function readStage(name: string, folder: string): Promise<StageConfig> {
  const known = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.ts')) : [];
  if (!known.includes(`${name}.ts`)) {
    const names = known.map((file) => file.slice(0, -'.ts'.length)).join(', ');
    throw new InvalidSetting('stage', name, `it must be one of the files in config/: ${names}`);
  }
  const { stage }: { readonly stage: StageConfig } = await import(pathToFileURL(join(folder, `${name}.ts`)).href);
  return stage;
}
