import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { escapeHtml } from '../../core/channels/html-pieces.ts';
import { HELP_PAGES } from './help-pages.ts';

const DOCS = join(import.meta.dirname, '../../docs');

/** Makes pages of the documentation files of the build, so that every installation has the ones of its own version. */
export const helpFiles: Plugin = {
  name: 'help-files',
  generateBundle() {
    const style = readFileSync(join(import.meta.dirname, 'help.css'), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'help/help.css', source: style });
    for (const page of helpPages())
      this.emitFile({ type: 'asset', fileName: `help/${page}.html`, source: helpPage(page) });
  },
};

/** Every page that there is, by its path below `docs/`. */
export function helpPages(): string[] {
  const channels = readdirSync(join(DOCS, 'channels')).map((file) => `channels/${file.replace(/\.md$/, '')}`);
  return [...HELP_PAGES, ...channels];
}

/** One page as HTML, without script and without style of its own, which the content security policy refuses. */
export function helpPage(page: string): string {
  const text = readFileSync(join(DOCS, `${page}.md`), 'utf8');
  const [, title = page] = /^# (.+)$/m.exec(text) ?? [];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Notification Router</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/help/help.css">
</head>
<body>
<header><a href="/"><img src="/favicon.svg" alt="" width="28" height="28"> Notification Router</a></header>
<main>
${rendererFor(page).parse(text, { async: false })}</main>
</body>
</html>
`;
}

function rendererFor(page: string): Marked {
  const pages = helpPages();
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        const target = targetOf(href, page, pages);
        return target === undefined ? words : `<a href="${escapeHtml(target)}">${words}</a>`;
      },
      tablecell({ tokens, header }: Tokens.TableCell) {
        // A heading that says nothing is none.
        const tag = header && tokens.length > 0 ? 'th' : 'td';
        return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>\n`;
      },
      // Pictures belong to the repository.
      image: ({ text }: Tokens.Image) => escapeHtml(text),
    },
  });
}

/** Where a link leads from here; `undefined`: to a file that is only in the repository. */
function targetOf(href: string, page: string, pages: readonly string[]): string | undefined {
  if (/^https?:/.test(href) || href.startsWith('#')) return href;
  const [file = '', anchor] = href.split('#');
  const other = posix.join(posix.dirname(page), file).replace(/\.md$/, '');
  if (!pages.includes(other)) return undefined;
  return `/help/${other}.html${anchor === undefined ? '' : `#${anchor}`}`;
}

/** The name of a heading in addresses, as code hosts make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
