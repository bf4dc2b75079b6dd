import { type Emitter, toValue } from 'liquidjs';
import { type ChargeSteps, chargePrinted } from './cost.ts';

/** Longest output, in UTF-16 code units; the rest is cut off. Four times what the longest message takes. */
export const MAX_OUTPUT_LENGTH = 32_768;

/** Takes the output of a template until it is full, and ends the rendering then. */
export class BoundedEmitter implements Emitter {
  buffer = '';
  isFull = false;
  readonly #charge: ChargeSteps;

  constructor(charge: ChargeSteps) {
    this.#charge = charge;
  }

  write(value: unknown): void {
    chargePrinted(value, this.#charge);
    this.buffer += textOf(value);
    if (this.buffer.length <= MAX_OUTPUT_LENGTH) return;
    this.buffer = this.buffer.slice(0, MAX_OUTPUT_LENGTH);
    this.isFull = true;
    throw new Error('the output is full');
  }
}

/** Takes what a `capture` writes into a variable. */
export class ChargedEmitter implements Emitter {
  buffer = '';
  readonly #charge: ChargeSteps;

  constructor(charge: ChargeSteps) {
    this.#charge = charge;
  }

  write(value: unknown): void {
    chargePrinted(value, this.#charge);
    const text = textOf(value);
    this.#charge(text.length);
    this.buffer += text;
  }
}

/** Values as Liquid prints them, but objects as JSON: `[object Object]` helps nobody. */
export function textOf(given: unknown): string {
  const value: unknown = toValue(given);
  if (Array.isArray(value)) return value.map((element) => textOf(element)).join('');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar ? String(value) : '';
}
