import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type MarkdownOptions } from 'vitepress';
import { sectionsOf } from './sections.ts';

const DOCS = join(import.meta.dirname, '..');
type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0];
const read = (path: string): string => readFileSync(join(DOCS, path), 'utf8');

/** The pages of this folder as a site with a search, which needs no server of somebody else. A dead link fails the build. */
export default defineConfig({
  title: 'Notification router',
  description: 'A notification router that an organisation on AWS owns itself',
  outDir: '../dist/site',
  cacheDir: '../node_modules/.cache/vitepress',
  rewrites: { 'README.md': 'index.md', ':folder/README.md': ':folder/index.md' },
  cleanUrls: true,
  markdown: { html: false, linkify: false, config: showCodeAsItIs },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: sectionsOf(read),
  },
});

/** Liquid's `{{ … }}` in a line would be Vue's otherwise. */
function showCodeAsItIs({ renderer }: Markdown): void {
  const { code_inline: render } = renderer.rules;
  renderer.rules.code_inline = (tokens, at, ...rest) => {
    tokens[at]?.attrSet('v-pre', '');
    return render?.(tokens, at, ...rest) ?? '';
  };
}
