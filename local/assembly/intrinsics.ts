import { UnsupportedTemplate } from './unsupported.ts';

/** What the intrinsic functions of one resource can see. Each method throws when the thing does not exist. */
export interface Scope {
  /** Where we are (`<stack>/<logicalId>`), for messages. */
  readonly where: string;
  ref(logicalId: string): unknown;
  attribute(logicalId: string, name: string): unknown;
  exported(name: string): unknown;
  output(stack: string, name: string): unknown;
  condition(name: string): boolean;
  mapping(path: readonly string[]): unknown;
}

type Evaluate = (argument: unknown, scope: Scope) => unknown;

const functions = new Map<string, Evaluate>([
  ['Ref', (argument, scope) => scope.ref(text(argument, scope))],
  ['Condition', (argument, scope) => scope.condition(text(argument, scope))],
  ['Fn::GetAtt', getAtt],
  ['Fn::Join', join],
  ['Fn::Sub', substitute],
  ['Fn::Select', (argument, scope) => select(list(argument, scope), scope)],
  ['Fn::Split', split],
  ['Fn::ImportValue', (argument, scope) => scope.exported(text(resolve(argument, scope), scope))],
  ['Fn::GetStackOutput', stackOutput],
  ['Fn::If', choose],
  ['Fn::FindInMap', (argument, scope) => scope.mapping(texts(resolve(argument, scope), scope))],
  ['Fn::GetAZs', () => ['us-east-1a', 'us-east-1b']],
  ['Fn::Base64', (argument, scope) => Buffer.from(text(resolve(argument, scope), scope)).toString('base64')],
  ['Fn::Equals', equals],
  ['Fn::Not', (argument, scope) => list(argument, scope).every((item) => resolve(item, scope) !== true)],
  ['Fn::And', (argument, scope) => list(argument, scope).every((item) => resolve(item, scope) === true)],
  ['Fn::Or', (argument, scope) => list(argument, scope).some((item) => resolve(item, scope) === true)],
]);

/**
 * The value with every intrinsic function replaced by what it stands for. `AWS::NoValue` becomes `undefined` and
 * vanishes from lists and objects.
 *
 * @throws UnsupportedTemplate on an unknown function, naming where it stands.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
 */
export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope)).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined) {
    const [name, argument] = only;
    const evaluate = functions.get(name);
    if (evaluate !== undefined) return evaluate(argument, scope);
    if (name.startsWith('Fn::')) throw new UnsupportedTemplate(scope.where, `${name} is not known to the local runner`);
  }
  const resolved = entries.map(([key, item]): [string, unknown] => [key, resolve(item, scope)]);
  return Object.fromEntries(resolved.filter(([, item]) => item !== undefined));
}

function getAtt(argument: unknown, scope: Scope): unknown {
  const [id, ...attribute] = typeof argument === 'string' ? argument.split('.') : texts(argument, scope);
  return scope.attribute(id ?? '', attribute.join('.'));
}

function join(argument: unknown, scope: Scope): string {
  const [separator, items] = list(argument, scope);
  return texts(resolve(items, scope), scope).join(text(separator, scope));
}

function split(argument: unknown, scope: Scope): string[] {
  const [separator, value] = list(argument, scope);
  return text(resolve(value, scope), scope).split(text(separator, scope));
}

function select([index, items]: unknown[], scope: Scope): unknown {
  const selected = list(resolve(items, scope), scope)[Number(resolve(index, scope))];
  if (selected === undefined) throw new UnsupportedTemplate(scope.where, 'Fn::Select is out of range');
  return selected;
}

function substitute(argument: unknown, scope: Scope): string {
  const [template, variables] = typeof argument === 'string' ? [argument, {}] : list(argument, scope);
  const own = isObject(variables) ? variables : {};
  return text(template, scope).replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`;
    if (name in own) return text(resolve(own[name], scope), scope);
    return text(name.includes('.') ? getAtt(name, scope) : scope.ref(name), scope);
  });
}

function stackOutput(argument: unknown, scope: Scope): unknown {
  const { StackName, OutputName } = isObject(argument) ? argument : {};
  return scope.output(text(resolve(StackName, scope), scope), text(resolve(OutputName, scope), scope));
}

function choose(argument: unknown, scope: Scope): unknown {
  const [condition, whenTrue, whenFalse] = list(argument, scope);
  return resolve(scope.condition(text(condition, scope)) ? whenTrue : whenFalse, scope);
}

function equals(argument: unknown, scope: Scope): boolean {
  const [left, right] = texts(resolve(argument, scope), scope);
  return left === right;
}

function texts(value: unknown, scope: Scope): string[] {
  return list(value, scope).map((item) => text(item, scope));
}

function list(value: unknown, scope: Scope): unknown[] {
  if (Array.isArray(value)) return value;
  throw new UnsupportedTemplate(scope.where, `expected a list, found ${JSON.stringify(value)}`);
}

function text(value: unknown, scope: Scope): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new UnsupportedTemplate(scope.where, `expected a string, found ${JSON.stringify(value)}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
