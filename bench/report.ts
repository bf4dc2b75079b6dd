import type { Graph } from './graph.ts';
import { type Ratio, ratioLine, verdictOf } from './ratio.ts';

/** Figures that are no ratio: one row each. Numbers are shown with three significant digits at least. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** What a part of the bench found. */
export interface Report {
  readonly ratios?: readonly Ratio[];
  readonly tables?: readonly Table[];
  readonly graphs?: readonly Graph[];
}

/** The report as it is printed to a terminal. */
export function textOf({ ratios = [], tables = [] }: Report): string {
  const lines = tables.flatMap(({ title, columns, rows }) => [
    title,
    ...[columns, ...rows].map((row) => `  ${row.map((cell, at) => padded(cell, at)).join('  ')}`),
  ]);
  return [...lines, ...ratios.map(ratioLine)].join('\n');
}

const padded = (cell: string | number, at: number): string =>
  at === 0 ? String(cell).padEnd(44) : shown(cell).padStart(12);

/** The report in Markdown. */
export function markdownOf({ ratios = [], tables = [] }: Report): string {
  const parts = tables.map(({ title, columns, rows }) => `${title}\n\n${markdownTable(columns, rows)}`);
  if (ratios.length > 0) parts.unshift(ratioTable(ratios));
  return parts.join('\n\n');
}

function ratioTable(ratios: readonly Ratio[]): string {
  const columns = ['ratio', 'median', 'middle half', 'all rounds', 'rounds', 'target'];
  const rows = ratios.map((line) => [
    line.name,
    line.median.toFixed(2),
    `${line.middle[0].toFixed(2)} to ${line.middle[1].toFixed(2)}`,
    `${line.spread[0].toFixed(2)} to ${line.spread[1].toFixed(2)}`,
    line.rounds,
    verdictOf(line),
  ]);
  return markdownTable(columns, rows);
}

const line = (cells: readonly (string | number)[]): string => `| ${cells.map(shown).join(' | ')} |`;

function markdownTable(columns: readonly string[], rows: Table['rows']): string {
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

function shown(cell: string | number): string {
  if (typeof cell === 'string' || Number.isInteger(cell)) return cell.toLocaleString('en-US');
  return Math.abs(cell) >= 100 ? Math.round(cell).toLocaleString('en-US') : String(Number(cell.toPrecision(3)));
}
