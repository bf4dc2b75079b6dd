const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A length of time in its two largest units, such as `4 min 5 s`; below a second in milliseconds. */
export function inUnits(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  // Measured durations keep a digit where whole seconds would say too little.
  if (ms < 10_000 && ms % 1000 !== 0) return `${(ms / 1000).toFixed(1)} s`;
  const first = UNITS.findIndex(([, size]) => ms >= size);
  const [unit, size] = UNITS[first] ?? UNITS[3];
  const [smaller, smallerSize] = UNITS[first + 1] ?? [undefined, size];
  const rest = Math.floor((ms % size) / smallerSize);
  const whole = `${Math.floor(ms / size)} ${unit}`;
  return smaller === undefined || rest === 0 ? whole : `${whole} ${rest} ${smaller}`;
}
