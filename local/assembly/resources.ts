import * as z from 'zod';
import { ACCOUNT, attributesOf, REGION } from './attributes.ts';
import { resolveReferences } from './dynamic-references.ts';
import { resolve, type Scope } from './intrinsics.ts';
import { type Deployment, type Imports, NOTHING_IMPORTED } from './deployed.ts';
import type { CloudAssembly } from './read-assembly.ts';
import { checkResourceType } from './resource-types.ts';
import type { Stack, Template } from './template.ts';
import { UnsupportedTemplate } from './unsupported.ts';

/** A resource with the properties its reader asked for, resolved and checked. */
export interface Resource<T> {
  readonly logicalId: string;
  readonly physicalName: string;
  /** Whether it was there before its stack, so that it must not be made. */
  readonly isImported: boolean;
  /** `<stack>/<logicalId>`, for messages. */
  readonly where: string;
  readonly properties: T;
  /** What `Fn::GetAtt` gives; the empty name is `Ref`. */
  readonly attribute: (name: string) => string;
}

type Shape = Readonly<Record<string, z.ZodType>>;

const PSEUDO_PARAMETERS: Readonly<Record<string, unknown>> = {
  'AWS::AccountId': ACCOUNT,
  'AWS::Region': REGION,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::NoValue': undefined,
};

/** Every resource of every stack, its intrinsic functions resolved when it is asked for. */
export class Resources {
  readonly #assembly: CloudAssembly;
  readonly #doorUrl: string;
  readonly #baseUrl: string;
  readonly #deployment: Deployment;

  /** @throws UnsupportedTemplate when a resource type is neither served nor deliberately ignored. */
  constructor(
    assembly: CloudAssembly,
    doorUrl: string,
    { baseUrl = doorUrl, deployment = NOTHING_IMPORTED }: Surroundings = {},
  ) {
    this.#assembly = assembly;
    this.#doorUrl = doorUrl;
    this.#baseUrl = baseUrl;
    this.#deployment = deployment;
    for (const { name, template } of assembly.stacks) {
      for (const [id, { Type }] of Object.entries(template.Resources)) checkResourceType(`${name}/${id}`, Type);
    }
  }

  /**
   * The resources of a type. Only the properties named in `shape` are resolved, so that what nobody reads here needs
   * no meaning on a laptop.
   *
   * @throws UnsupportedTemplate when a property cannot be resolved or has another shape.
   */
  ofType<S extends Shape>(type: string, shape: S): Resource<z.infer<z.ZodObject<S>>>[] {
    return this.#assembly.stacks.flatMap((stack) =>
      Object.entries(stack.template.Resources)
        .filter(([, resource]) => resource.Type === type)
        .filter(([, { Condition }]) => Condition === undefined || this.#scope(stack, '').condition(Condition))
        .map(([logicalId, { Properties }]) => {
          const where = `${stack.name}/${logicalId}`;
          const wanted = Object.fromEntries(Object.entries(Properties).filter(([key]) => key in shape));
          const resolved = resolveReferences(resolve(wanted, this.#scope(stack, where)), {
            where,
            seed: this.#doorUrl,
          });
          const parsed = z.object(shape).safeParse(resolved);
          if (!parsed.success)
            throw new UnsupportedTemplate(where, z.prettifyError(parsed.error).replaceAll(/\s*\n\s*/g, ' '));
          return {
            logicalId,
            physicalName: physicalName(stack, logicalId, this.#deployment.imports),
            isImported: where in this.#deployment.imports,
            where,
            properties: parsed.data,
            attribute: (name: string): string =>
              this.#attribute({ stack, id: logicalId, imports: this.#deployment.imports }, name),
          };
        }),
    );
  }

  /**
   * The folder or file of a staged asset, by object key or image tag.
   *
   * @throws UnsupportedTemplate when the assembly has no such asset.
   */
  assetPath(where: string, key: string): string {
    const path = this.#assembly.assets.get(key);
    if (path === undefined) throw new UnsupportedTemplate(where, `its asset ${key} is not in the cloud assembly`);
    return path;
  }

  /** What the resources of a stack see, with the imports that its own names go by. */
  #scope(stack: Stack, where: string, imports: Imports = this.#deployment.imports): Scope {
    return {
      where,
      ref: (id) => this.#ref({ stack, id, imports }),
      attribute: (id, name) => this.#attribute({ stack, id, imports }, name),
      exported: (name) => this.#exported(name, { viewer: stack, where }),
      output: (stackName, name) => this.#output({ stackName, name }, { viewer: stack, where }),
      condition: (name) =>
        resolve(stack.template.Conditions[name], this.#scope(stack, `${stack.name}/${name}`)) === true,
      mapping: ([map = '', top = '', second = '']) => stack.template.Mappings[map]?.[top]?.[second],
    };
  }

  #ref({ stack, id, imports }: Named): unknown {
    if (id === 'AWS::StackName') return stack.name;
    if (id === 'AWS::StackId') return `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${stack.name}/local`;
    if (id in PSEUDO_PARAMETERS) return PSEUDO_PARAMETERS[id];
    const parameter = stack.template.Parameters[id];
    return parameter === undefined ? this.#attribute({ stack, id, imports }, '') : parameter.Default;
  }

  #attribute({ stack, id, imports }: Named, name: string): string {
    const where = `${stack.name}/${id}`;
    const resource = stack.template.Resources[id];
    if (resource === undefined) throw new UnsupportedTemplate(where, 'is referred to but does not exist');
    // Security groups are judged by it.
    if (resource.Type === 'AWS::EC2::VPC' && name === 'CidrBlock') return String(resource.Properties['CidrBlock']);
    const identity = {
      type: resource.Type,
      physicalName: physicalName(stack, id, imports),
      doorUrl: this.#doorUrl,
      baseUrl: this.#baseUrl,
    };
    const value = attributesOf(identity)[name];
    if (value === undefined) throw new UnsupportedTemplate(where, `${resource.Type} has no attribute ${name} here`);
    return value;
  }

  #exported(name: string, { viewer, where }: Viewer): unknown {
    for (const stack of this.#assembly.stacks) {
      for (const [key, output] of Object.entries(stack.template.Outputs)) {
        const scope = this.#scope(stack, `${stack.name}/${key}`, this.#deployment.seenBy(viewer.name));
        if (output.Export !== undefined && resolve(output.Export.Name, scope) === name)
          return resolve(output.Value, scope);
      }
    }
    throw new UnsupportedTemplate(where, `imports ${name}, which no stack exports`);
  }

  #output({ stackName, name }: { stackName: string; name: string }, { viewer, where }: Viewer): unknown {
    const stack = this.#assembly.stacks.find((candidate) => candidate.name === stackName);
    const output: Template['Outputs'][string] | undefined = stack?.template.Outputs[name];
    if (stack === undefined || output === undefined) {
      throw new UnsupportedTemplate(where, `reads the output ${name} of stack ${stackName}, which does not exist`);
    }
    return resolve(output.Value, this.#scope(stack, `${stackName}/${name}`, this.#deployment.seenBy(viewer.name)));
  }
}

/** A resource, and which names imported ones go by where it is looked at from. */
interface Named {
  readonly stack: Stack;
  readonly id: string;
  readonly imports: Imports;
}

/** Who looks at another stack. */
interface Viewer {
  readonly viewer: Stack;
  readonly where: string;
}

/** What templates do not say. */
interface Surroundings {
  /** Origin of the app. @default the door */
  readonly baseUrl?: string;
  /** @default nothing was imported */
  readonly deployment?: Deployment;
}

/** Bucket names and the host names made of them are lower-case, so for them the case is folded. */
function physicalName(stack: Stack, logicalId: string, imports: Imports): string {
  const imported = imports[`${stack.name}/${logicalId}`];
  if (imported !== undefined) return imported;
  const name = `${stack.name}-${logicalId}`;
  return stack.template.Resources[logicalId]?.Type === 'AWS::S3::Bucket' ? name.toLowerCase() : name;
}
