/**
 * What the filters of one send may take together, in steps: about the time of looking at one element of a list. The
 * count depends on the filters and the body alone, never on the machine.
 */
export const MAX_FILTER_STEPS = 10_000_000;

/** Ends an evaluation that takes more steps than it has; caught by `evaluateFilter`. */
export class OutOfSteps extends Error {
  override readonly name = 'OutOfSteps';
}

/** Takes what is about to be done. Throws `OutOfSteps` when there is less left. */
export type Charge = (steps: number) => void;

/** The steps that an evaluation has left. */
export class StepBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  get left(): number {
    return this.#left;
  }

  readonly charge: Charge = (steps) => {
    if (steps > this.#left) throw new OutOfSteps();
    this.#left -= steps;
  };
}
