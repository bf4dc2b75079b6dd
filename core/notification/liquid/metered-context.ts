import { Context, type Drop, type Scope } from 'liquidjs';
import { type ChargeSteps, chargeText, shallowCost } from './cost.ts';

type Key = string | number | Drop;

/** What reading one property costs, in steps. */
const READ_COST = 4;

/** What it costs to look into one element as a filter such as `where` does. */
const SPAWN_COST = 40;

/**
 * The variables of one rendering. Reading a value costs by its size: of what a tag or an operator then does with it, the
 * rest is at most a few times as much, and what is more is charged where it is done.
 */
export class MeteredContext extends Context {
  readonly charge: ChargeSteps = (steps) => {
    this.memoryLimit.use(steps);
  };

  override *_get(paths: Key[]): IterableIterator<unknown> {
    // The first one is looked up by name, whatever it is: a list becomes text for it.
    chargeText(paths[0], this.charge);
    return yield* super['_get'](paths);
  }

  override *_getFromScope(scope: unknown, paths: Key[] | string, strict?: boolean): IterableIterator<unknown> {
    this.charge(READ_COST);
    chargeText(paths, this.charge);
    const value: unknown = yield* super['_getFromScope'](scope, paths, strict);
    this.charge(shallowCost(value));
    return value;
  }

  override readProperty(object: Scope, key: Key): unknown {
    const value: unknown = super.readProperty(object, key);
    // The size of an object is counted key by key.
    this.charge(1 + (key === 'size' ? shallowCost(object) : 0));
    return value;
  }

  /** The context that filters such as `where` look into each element with. It shares the budget. */
  override spawn(scope: object = {}): Context {
    this.charge(SPAWN_COST);
    const { opts, sync, globals, strictVariables, ownPropertyOnly, memoryLimit, renderLimit } = this;
    const options = { sync, globals, strictVariables, ownPropertyOnly };
    return new MeteredContext(scope, opts, options, { memoryLimit, renderLimit, liquid: this.liquid });
  }
}

/** The budget of the rendering that `context` belongs to. */
export function chargeOf({ memoryLimit }: Context): ChargeSteps {
  return (steps) => {
    memoryLimit.use(steps);
  };
}
