import * as z from 'zod';
import { ACCOUNT, attributesOf, REGION } from './attributes.ts';
import { resolveReferences } from './dynamic-references.ts';
import { resolve, type Scope } from './intrinsics.ts';
import { type Deployment, type Imports, NOTHING_IMPORTED } from './deployed.ts';
import { physicalName } from './physical-name.ts';
import type { CloudAssembly } from './read-assembly.ts';
import { NotMadeYet } from './not-made-yet.ts';
import { checkResourceType, isCustom } from './resource-types.ts';
import type { Stack, Template } from './template.ts';
import { UnsupportedTemplate } from './unsupported.ts';

/** A resource with the properties its reader asked for, resolved and checked. */
export interface Resource<T> {
  readonly stackName: string;
  readonly logicalId: string;
  readonly physicalName: string;
  /** Whether it existed before its stack, so that the runner must not create it. */
  readonly isImported: boolean;
  /** `<stack>/<logicalId>`, for messages. */
  readonly where: string;
  readonly properties: T;
  /** What `Fn::GetAtt` gives; the empty name is `Ref`. */
  readonly attribute: (name: string) => string;
}

/** A resource as the template has it, its intrinsic functions unresolved. */
interface Declared {
  /** `<stack>/<logicalId>` */
  readonly where: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What the functions of the app have made. */
export interface MadeResources {
  /** What `Fn::GetAtt` gives, the empty name what `Ref` gives; `undefined`: it is not made yet. */
  attribute(where: string, name: string): string | undefined;
}

const NOTHING_MADE: MadeResources = { attribute: () => undefined };

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
  readonly #made: MadeResources;

  /** @throws UnsupportedTemplate when a resource type is neither served nor deliberately ignored. */
  constructor(
    assembly: CloudAssembly,
    doorUrl: string,
    { baseUrl = doorUrl, deployment = NOTHING_IMPORTED, made = NOTHING_MADE }: Surroundings = {},
  ) {
    this.#assembly = assembly;
    this.#doorUrl = doorUrl;
    this.#baseUrl = baseUrl;
    this.#deployment = deployment;
    this.#made = made;
    for (const { name, template } of assembly.stacks) {
      for (const [id, { Type }] of Object.entries(template.Resources)) checkResourceType(`${name}/${id}`, Type);
    }
  }

  /**
   * The resources of a type. Only the properties named in `shape` are resolved, so that what nobody reads here needs
   * no meaning on a laptop.
   *
   * @param isWanted leaves resources out by what stands in the template
   * @throws NotMadeYet when a property refers to a resource that a function of the app has yet to make.
   * @throws UnsupportedTemplate when a property cannot be resolved or has another shape.
   */
  ofType<S extends Shape>(
    type: string,
    shape: S,
    isWanted: (declared: Declared) => boolean = () => true,
  ): Resource<z.infer<z.ZodObject<S>>>[] {
    return this.#assembly.stacks.flatMap((stack) =>
      Object.entries(stack.template.Resources)
        .filter(([, resource]) => resource.Type === type)
        .filter(([id, { Properties }]) => isWanted({ where: `${stack.name}/${id}`, properties: Properties }))
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
            stackName: stack.name,
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

  /** What the resources of a stack see, with the imports that name its own resources. */
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
    // The rules of security groups name it.
    if (resource.Type === 'AWS::EC2::VPC' && name === 'CidrBlock') return String(resource.Properties['CidrBlock']);
    if (isCustom(resource.Type)) {
      const made = this.#made.attribute(where, name);
      if (made === undefined) throw new NotMadeYet(where);
      return made;
    }
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

/** A resource, and the imports as known to the stack that looks at it. */
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
  /** @default nothing was made */
  readonly made?: MadeResources;
}
