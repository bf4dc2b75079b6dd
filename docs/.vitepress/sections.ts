/** A part of the site's contents. */
interface Section {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/**
 * The contents of the site, as `README.md` orders the pages: by what one wants to do. A page is named by its own heading.
 *
 * @param read gives the text of a page by its path
 */
export function sectionsOf(read: (path: string) => string): Section[] {
  return read('README.md')
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [text = ''] = part.split('\n', 1);
      const pages = [...part.matchAll(/\]\(([\w/.-]+)\)/g)].map(([, target = '']) => target);
      return {
        text,
        items: [...new Set(pages)].map((page) => ({ text: headingOf(read(fileOf(page))), link: `/${linkOf(page)}` })),
      };
    });
}

const fileOf = (page: string): string => (page.endsWith('/') ? `${page}README.md` : page);
const linkOf = (page: string): string => page.replace(/\.md$/, '');
const headingOf = (text: string): string => (/^# (.*)$/m.exec(text)?.[1] ?? '').replaceAll('`', '');
