/** Code declares something that the router would refuse. Thrown at synthesis, before anything is deployed. */
export class InvalidDeclaration extends Error {
  override readonly name = 'InvalidDeclaration';

  /**
   * @param where path of the construct, or what was built
   * @param faults what is wrong, each with the path of the field
   */
  constructor(where: string, faults: readonly Fault[]) {
    super(`${where}: ${faults.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ')}`);
  }
}

/** One thing that is wrong with a declaration. */
export interface Fault {
  /** `links[0].filter.priority.gte`; empty: the whole. */
  readonly path: string;
  readonly message: string;
}
