import type { DateRangePickerProps } from '@cloudscape-design/components/date-range-picker';
import type { MessageFilters } from './message-queries.ts';

const UNIT_MS: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_592_000_000,
  year: 31_536_000_000,
};

export const quickRanges: DateRangePickerProps.RelativeOption[] = [
  { key: 'quarter', amount: 15, unit: 'minute', type: 'relative' },
  { key: 'hour', amount: 1, unit: 'hour', type: 'relative' },
  { key: 'day', amount: 1, unit: 'day', type: 'relative' },
  { key: 'week', amount: 1, unit: 'week', type: 'relative' },
];

/** The range of the address as the picker shows it. */
export function toRange({ from, to }: MessageFilters): DateRangePickerProps.Value | null {
  if (from === undefined) return null;
  return { type: 'absolute', startDate: inZone(from), endDate: inZone(to ?? new Date().toISOString()) };
}

const MINUTE_MS = 60_000;
const two = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, '0');

/** A time of the address, UTC, in the zone of the viewer, as the picker takes it; what is no time stays as it is. */
function inZone(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const minutes = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + minutes * MINUTE_MS).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  return `${local}${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** What was picked as the address writes it: points in time, so that a shared link shows the same. */
export function fromRange(value: DateRangePickerProps.Value | null, now: number) {
  if (value === null) return { from: undefined, to: undefined };
  if (value.type === 'relative') {
    const start = now - value.amount * (UNIT_MS[value.unit] ?? 0);
    return { from: new Date(start).toISOString(), to: undefined };
  }
  return { from: new Date(value.startDate).toISOString(), to: new Date(value.endDate).toISOString() };
}

/** Says what is wrong with a range before it is applied. */
export function isRangeInOrder(value: DateRangePickerProps.Value | null): DateRangePickerProps.ValidationResult {
  if (value?.type !== 'absolute') return { valid: true };
  const [start, end] = [Date.parse(value.startDate), Date.parse(value.endDate)];
  if (Number.isNaN(start) || Number.isNaN(end)) return { valid: false, errorMessage: 'Choose a start and an end.' };
  return start <= end ? { valid: true } : { valid: false, errorMessage: 'The start must be before the end.' };
}
