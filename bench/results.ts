import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { svgOf } from './graph.ts';
import { markdownOf, type Report } from './report.ts';

const ROOT = join(import.meta.dirname, '..');
const RESULTS = join(import.meta.dirname, 'results');
const GRAPHS = join(ROOT, 'docs/performance');

/** Where, when and of what figures were taken. */
export interface Circumstances {
  readonly machine: string;
  readonly node: string;
  readonly commit: string;
  readonly date: string;
  /** Processes that wanted to run in the minute before: above the number of cores, times are unsteady. */
  readonly loadBefore: number;
}

/** The circumstances of this moment. */
export function circumstances(): Circumstances {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return {
    machine: `${cpus().length} × ${processor?.model ?? 'an unknown processor'}, ${memory} GB, ${platform()} ${arch()}`,
    node: process.version,
    commit: commitOf(),
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    loadBefore: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}

/** Writes `bench/results/<part>.md`, and the graphs into the docs. */
export function writeResults(part: string, report: Report, around: Circumstances): void {
  mkdirSync(RESULTS, { recursive: true });
  const { machine, node, commit, date, loadBefore } = around;
  const head = `# ${part}\n\n${machine}; Node ${node}; commit ${commit}; ${date} UTC; load before the run ${loadBefore}.`;
  writeFileSync(join(RESULTS, `${part}.md`), `${head}\n\n${markdownOf(report)}\n`);
  const { graphs = [] } = report;
  if (graphs.length > 0) mkdirSync(GRAPHS, { recursive: true });
  for (const graph of graphs) writeFileSync(join(GRAPHS, `${graph.name}.svg`), svgOf(graph));
}

function commitOf(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '-uno') === '' ? '' : ' with changes');
  } catch {
    return 'unknown';
  }
}
