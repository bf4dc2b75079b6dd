import { InvalidArgumentError } from '@commander-js/extra-typings';

/** Reads a whole number of a command line. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`give a whole number from ${least} to ${most}`);
  };

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 60 * 60, d: 24 * 60 * 60 };

/** Reads a time of a command line, such as `90s`, `30m`, `8h` or `2d`, as seconds. */
export const duration =
  (least: number, most: number) =>
  (text: string): number => {
    const [, number = '', unit = ''] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
    const seconds = number === '' ? Number.NaN : Number(number) * (SECONDS[unit] ?? Number.NaN);
    if (seconds >= least && seconds <= most) return seconds;
    throw new InvalidArgumentError(`give a time from ${least}s to ${most}s, such as 30m or 8h`);
  };
