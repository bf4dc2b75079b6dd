import {
  CaseTag,
  type Context,
  CycleTag,
  type Emitter,
  evalToken,
  Tag,
  type TagToken,
  type TopLevelToken,
  type Liquid,
  TypeGuards,
} from 'liquidjs';
import { TemplateFault } from '../template-mistake.ts';
import { chargeEquality, chargeText } from './cost.ts';
import { chargeOf } from './metered-context.ts';

/** Tags without a charge of their own: their source, their blocks and the values they read pay for their work. */
export const plainTags = [
  'assign',
  'break',
  'capture',
  'comment',
  'continue',
  'decrement',
  'echo',
  'for',
  'if',
  'increment',
  'liquid',
  'raw',
  'unless',
] as const;

/** Compares its value with each `when`, without the operators that are charged. */
class MeteredCase extends CaseTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const charge = chargeOf(context);
    const target = yield this.value.value(context);
    for (const token of this.branches.flatMap(({ values }) => values)) {
      chargeEquality(target, yield evalToken(token, context), charge);
    }
    yield* super.render(context, emitter);
  }
}

/** Keeps count under a name that holds its group as text. */
class MeteredCycle extends CycleTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, unknown, unknown> {
    for (const argument of this.arguments()) {
      // What it chooses from are expressions with filters; only the group is a bare value.
      if (!TypeGuards.isValueToken(argument) || TypeGuards.isFilteredValueToken(argument)) continue;
      chargeText(yield evalToken(argument, context), chargeOf(context));
    }
    return yield* super.render(context, emitter);
  }
}

/** A comment inside a tag. The engine's own takes a time that grows with the square of its empty lines. */
class InlineComment extends Tag {
  constructor(token: TagToken, remainTokens: TopLevelToken[], liquid: Liquid) {
    super(token, remainTokens, liquid);
    const lines = token.args.split('\n').slice(1);
    if (lines.every((line) => line.trim() === '' || line.trimStart().startsWith('#'))) return;
    throw new TemplateFault('every line of an inline comment must begin with "#"');
  }

  override render(): void {
    // A comment prints nothing.
  }
}

export const meteredTags = { case: MeteredCase, cycle: MeteredCycle, '#': InlineComment } as const;
