import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { Template, type Stack } from './template.ts';

const Manifest = z.object({
  artifacts: z
    .record(
      z.string(),
      z.object({
        type: z.string(),
        properties: z
          .object({
            templateFile: z.string(),
            stackName: z.string(),
            file: z.string(),
            directoryName: z.string(),
          })
          .partial()
          .default({}),
      }),
    )
    .default({}),
});

const AssetManifest = z.object({
  files: z
    .record(
      z.string(),
      z.object({
        source: z.object({ path: z.string().optional() }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    )
    .default({}),
  dockerImages: z
    .record(
      z.string(),
      z.object({
        source: z.object({ directory: z.string().optional() }),
        destinations: z.record(z.string(), z.object({ imageTag: z.string() })),
      }),
    )
    .default({}),
});

/** A synthesized cloud assembly as read from disk. */
export interface CloudAssembly {
  readonly stacks: readonly Stack[];
  /** Folders or files of file assets by object key, and of container images by tag. */
  readonly assets: ReadonlyMap<string, string>;
}

/**
 * Reads the cloud assembly in `directory`, nested stages included.
 *
 * @param replacements texts replaced in every template, such as the placeholder of the base URL.
 */
export async function readAssembly(
  directory: string,
  replacements: Readonly<Record<string, string>> = {},
): Promise<CloudAssembly> {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8')));
  const stacks: Stack[] = [];
  const assets = new Map<string, string>();
  for (const [id, { type, properties }] of Object.entries(manifest.artifacts)) {
    if (type === 'aws:cloudformation:stack' && properties.templateFile !== undefined) {
      const text = replaceAll(await readFile(join(directory, properties.templateFile), 'utf8'), replacements);
      stacks.push({ name: properties.stackName ?? id, template: Template.parse(JSON.parse(text)) });
    } else if (type === 'cdk:asset-manifest' && properties.file !== undefined) {
      await readAssets({ directory, file: properties.file, assets });
    } else if (type === 'cdk:cloud-assembly' && properties.directoryName !== undefined) {
      const nested = await readAssembly(join(directory, properties.directoryName), replacements);
      stacks.push(...nested.stacks);
      for (const [key, path] of nested.assets) assets.set(key, path);
    }
  }
  return { stacks, assets };
}

async function readAssets(options: { directory: string; file: string; assets: Map<string, string> }): Promise<void> {
  const { directory, file, assets } = options;
  const { files, dockerImages } = AssetManifest.parse(JSON.parse(await readFile(join(directory, file), 'utf8')));
  for (const { source, destinations } of Object.values(files)) {
    const { path } = source;
    if (path === undefined) continue;
    for (const { objectKey } of Object.values(destinations)) assets.set(objectKey, join(directory, path));
  }
  for (const { source, destinations } of Object.values(dockerImages)) {
    const { directory: folder } = source;
    if (folder === undefined) continue;
    for (const { imageTag } of Object.values(destinations)) assets.set(imageTag, join(directory, folder));
  }
}

function replaceAll(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => result.replaceAll(from, to), text);
}
