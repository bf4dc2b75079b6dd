import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { createCdkApp } from '../../lib/config/cdk-app.ts';
import type { SettingsInput } from '../../lib/config/settings-input.ts';
import { NotificationRouter } from '../../lib/notification-router.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/** The templates of a router with these settings, as the CLI would get them. Fails on a cycle between resources. */
export function synthesize(settings: SettingsInput = {}) {
  const outdir = mkdtempSync(join(tmpdir(), 'synthesize-'));
  // Only templates are looked at: no copies of the assets.
  const app = createCdkApp({ outdir, context: { 'aws:cdk:disable-asset-staging': true } });
  const stacks = new NotificationRouter(app, 'NotificationRouter', { settings });
  try {
    return {
      stacks,
      data: Template.fromStack(stacks.data),
      router: Template.fromStack(stacks.router),
      firewall: stacks.firewall && Template.fromStack(stacks.firewall),
      liveStream: stacks.liveStream && Template.fromStack(stacks.liveStream),
      observability: Template.fromStack(stacks.observability),
    };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

export type Synthesized = ReturnType<typeof synthesize>;

export const templatesOf = ({ data, router, liveStream }: Synthesized): Template[] =>
  [data, liveStream, router].filter((template) => template !== undefined);

/** Every resource of these stacks with its logical id. */
export const resourcesOf = (...templates: Template[]): [string, Resource][] =>
  templates.flatMap((template) => Object.entries<Resource>(template.toJSON()['Resources']));

export const resourcesOfType = (template: Template, type: string): [string, Resource][] =>
  resourcesOf(template).filter(([, resource]) => resource.Type === type);

/** The properties of the one resource of this type whose logical id starts so. */
export function propertiesOf(template: Template, type: string, idStart = '') {
  const found = resourcesOfType(template, type).filter(([id]) => id.startsWith(idStart));
  if (found.length !== 1) throw new Error(`${found.length} resources of type ${type} start with "${idStart}"`);
  return found[0]![1].Properties;
}

/** A template without what changes with every line of code. */
export const withoutHashes = (template: Template): unknown =>
  JSON.parse(JSON.stringify(template.toJSON()).replaceAll(/[0-9a-f]{64}/g, '<hash>'));
