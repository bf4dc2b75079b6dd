import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { BAR_TOKENS, SHARED_TOKENS, THEME } from './theme.ts';

const ID = 'virtual:theme.css';

/**
 * Makes the theme a style sheet of the build. The design system would apply it in the page by a style element, which our
 * content security policy refuses.
 */
export const themeStylesheet: Plugin = {
  name: 'theme-stylesheet',
  resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
  load: (id) => (id === `\0${ID}` ? stylesheet() : undefined),
};

async function stylesheet(): Promise<string> {
  const generate = await loadGenerator();
  const shared = Object.entries(SHARED_TOKENS).map(([name, token]) => `${name}: var(${propertyOf(token, generate)});`);
  const bar = Object.entries(BAR_TOKENS).map(([token, value]) => `${propertyOf(token, generate)}: ${value};`);
  return `${generate({ theme: THEME })}\nbody { ${shared.join(' ')} }\n.top-bar { ${bar.join(' ')} }\n`;
}

type Generator = (options: { readonly theme: object }) => string;

/** What a token is called in style sheets: the property that takes the value it is given. */
function propertyOf(token: string, generate: Generator): string {
  const probe = '#123456';
  const [, property] =
    new RegExp(`(--[\\w-]+):${probe}`).exec(generate({ theme: { tokens: { [token]: probe } } })) ?? [];
  if (property === undefined) throw new Error(`The design system has no token ${token} any more`);
  return property;
}

/** The design system's modules are written for bundlers, so they are bundled before they run here. */
async function loadGenerator(): Promise<Generator> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { generateThemeStylesheet } from '@cloudscape-design/components/theming'`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const { generateThemeStylesheet } = await import(`data:text/javascript;base64,${code}`);
  return generateThemeStylesheet;
}
