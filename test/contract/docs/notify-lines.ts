import { commands, type Page } from './pages.ts';

/** One use of the command `notify` in a page. */
export interface NotifyLine {
  readonly words: readonly string[];
  /** Options before a lone `--`; what follows it belongs to another command. */
  readonly options: readonly string[];
}

const QUOTED = /"[^"]*"|'[^']*'/g;

/** Every line of a page that runs `notify`, by itself, through `npx`, or behind a pipe. */
export function notifyLines(page: Page): NotifyLine[] {
  return commands(page)
    .flatMap((line) => line.split(/[|;]|&&/))
    .flatMap((part) => {
      const [, rest = ''] = /^\s*(?:npx )?notify((?: [^=].*)?)$/.exec(part) ?? [];
      const own = rest.replaceAll(QUOTED, 'quoted').replace(/ #.*/, '').split(' -- ', 1)[0] ?? '';
      const words = own.split(/\s+/).filter((word) => word !== '');
      return words.length === 0 ? [] : [{ words, options: words.filter((word) => /^-{1,2}[a-z]/.test(word)) }];
    });
}
