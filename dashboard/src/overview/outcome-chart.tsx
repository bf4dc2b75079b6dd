import BarChart from '@cloudscape-design/components/bar-chart';
import type { MessageSummary } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { useNow } from '../time/now.ts';
import { type Hour, toHours } from './hours.ts';

const HOURS = 24;
const HEIGHT = 200;
const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** Messages of the last day by hour and outcome. */
export function OutcomeChart({ messages }: { readonly messages: readonly MessageSummary[] }) {
  const hours = toHours(messages, useNow(), HOURS);
  const series = (title: string, color: string, value: (of: Hour) => number) => ({
    type: 'bar' as const,
    title,
    color,
    data: hours.map((of) => ({ x: hour.format(of.start), y: value(of) })),
  });
  return (
    <BarChart
      stackedBars
      hideFilter
      height={HEIGHT}
      ariaLabel="Messages of the last 24 hours by hour and outcome"
      xScaleType="categorical"
      xTitle="Hour"
      yTitle="Messages"
      yDomain={[0, Math.max(4, ...hours.map(({ delivered, failed, other }) => delivered + failed + other))]}
      empty={<Empty title="No messages yet">Each hour gets a bar.</Empty>}
      series={[
        series('Delivered', 'var(--delivered)', ({ delivered }) => delivered),
        series('Failed', 'var(--failed)', ({ failed }) => failed),
        series('On their way, or no channel', 'var(--waiting)', ({ other }) => other),
      ]}
    />
  );
}
