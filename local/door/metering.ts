/** One kind of call by one caller, summed up. Bytes are those of the bodies. */
export interface Meter {
  readonly caller: string;
  readonly service: string;
  readonly operation: string;
  calls: number;
  /** Calls answered with a status of 400 or above. */
  errors: number;
  requestBytes: number;
  responseBytes: number;
  /** DynamoDB only: consumed capacity units, as the engine counts them. */
  capacityUnits: number;
}

/** What one call used. */
export interface CallUsage {
  readonly caller: string;
  readonly service: string;
  readonly operation: string;
  readonly failed: boolean;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly capacityUnits: number;
}

/** Counts AWS calls per caller, service and operation, since the start or the last reset. */
export class Metering {
  readonly #meters = new Map<string, Meter>();

  count(usage: CallUsage): void {
    const { caller, service, operation } = usage;
    const key = `${caller} ${service} ${operation}`;
    const meter = this.#meters.get(key) ?? { caller, service, operation, ...NOTHING };
    meter.calls += 1;
    meter.errors += usage.failed ? 1 : 0;
    meter.requestBytes += usage.requestBytes;
    meter.responseBytes += usage.responseBytes;
    meter.capacityUnits += usage.capacityUnits;
    this.#meters.set(key, meter);
  }

  /** Every meter that counted something, ordered by caller, service and operation. */
  read(): Meter[] {
    return [...this.#meters.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, meter]) => ({ ...meter }));
  }

  reset(): void {
    this.#meters.clear();
  }
}

const NOTHING = { calls: 0, errors: 0, requestBytes: 0, responseBytes: 0, capacityUnits: 0 };
