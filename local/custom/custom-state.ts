import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { MadeResources } from '../assembly/resources.ts';

const CustomRecord = z.object({
  type: z.string(),
  stackName: z.string(),
  logicalId: z.string(),
  physicalId: z.string(),
  serviceToken: z.string(),
  /** As they were when it was made or changed last. */
  properties: z.record(z.string(), z.unknown()),
  /** What `Fn::GetAtt` finds. */
  data: z.record(z.string(), z.string()),
});
export type CustomRecord = z.infer<typeof CustomRecord>;

const Records = z.record(z.string(), CustomRecord);

/** What functions of the app have made, as CloudFormation remembers it: `custom-resources.json` of the data folder. */
export class CustomState implements MadeResources {
  readonly #file: string;
  readonly #records: Map<string, CustomRecord>;
  /** What this start has looked at: before that, an attribute may be out of date. */
  readonly #current = new Set<string>();

  private constructor(file: string, records: Readonly<Record<string, CustomRecord>>) {
    this.#file = file;
    this.#records = new Map(Object.entries(records));
  }

  static async open(dataDir: string): Promise<CustomState> {
    const file = join(dataDir, 'custom-resources.json');
    const text = await readFile(file, 'utf8').catch(() => '{}');
    return new CustomState(file, Records.parse(JSON.parse(text)));
  }

  /** By `<stack>/<logicalId>`, in the order in which they were made. */
  get records(): ReadonlyMap<string, CustomRecord> {
    return this.#records;
  }

  attribute(where: string, name: string): string | undefined {
    if (!this.#current.has(where)) return undefined;
    const record = this.#records.get(where);
    return name === '' ? record?.physicalId : record?.data[name];
  }

  /** It is as it should be. */
  confirm(where: string): void {
    this.#current.add(where);
  }

  async keep(where: string, record: CustomRecord): Promise<void> {
    this.#records.set(where, record);
    await this.#write();
  }

  async forget(where: string): Promise<void> {
    this.#records.delete(where);
    await this.#write();
  }

  /** Whole or not at all. It holds addresses, which are secrets. */
  async #write(): Promise<void> {
    const draft = `${this.#file}.draft`;
    await writeFile(draft, `${JSON.stringify(Object.fromEntries(this.#records), null, 2)}\n`, { mode: 0o600 });
    await rename(draft, this.#file);
  }
}
