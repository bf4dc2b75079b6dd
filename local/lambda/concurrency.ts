import { UnsupportedTemplate } from '../assembly/unsupported.ts';
import type { FunctionDefinition } from './function-definition.ts';

/** Lambda reserves nothing that would leave fewer to the functions without a reservation. */
const LEAST_UNRESERVED = 100;

/**
 * How many invocations the functions of an account may run at the same time: each one's reservation is its own and its
 * limit, and all others share what is left.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
export class AccountConcurrency {
  readonly #reserved: ReadonlyMap<string, number>;
  readonly #unreserved: number;
  readonly #running = new Map<string, number>();

  /**
   * @param limit of the account
   * @throws UnsupportedTemplate as a deployment would fail: when the reservations leave too few
   */
  constructor(limit: number, definitions: readonly Pick<FunctionDefinition, 'name' | 'reserved'>[]) {
    this.#reserved = new Map(
      definitions.flatMap(({ name, reserved }) => (reserved === undefined ? [] : [[name, reserved] as const])),
    );
    this.#unreserved = limit - [...this.#reserved.values()].reduce((sum, reserved) => sum + reserved, 0);
    if (this.#reserved.size > 0 && this.#unreserved < LEAST_UNRESERVED) {
      const names = [...this.#reserved.keys()].join(', ');
      throw new UnsupportedTemplate(
        names,
        `Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [${LEAST_UNRESERVED}].`,
      );
    }
  }

  /** Takes a place for one invocation; gives how to give it back, or `undefined`: Lambda throttles. */
  enter(name: string): (() => void) | undefined {
    const pool = this.#reserved.has(name) ? name : '';
    const running = this.#running.get(pool) ?? 0;
    if (running >= (this.#reserved.get(name) ?? this.#unreserved)) return undefined;
    this.#running.set(pool, running + 1);
    return () => void this.#running.set(pool, (this.#running.get(pool) ?? 1) - 1);
  }
}
