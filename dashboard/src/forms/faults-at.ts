import type { FieldFault } from '../api/api-error.ts';
import { sentence } from '../feedback/sentence.ts';

/** What is wrong with a field, and with the parts of it that it shows itself, such as one header of many. */
export function faultsAt(path: string, faults: readonly FieldFault[]): string {
  const part = `${path}.`;
  return faults
    .flatMap((fault) => {
      if (fault.path === path) return [sentence(fault.message)];
      return fault.path.startsWith(part) ? [`${fault.path.slice(part.length)}: ${fault.message}`] : [];
    })
    .join(' ');
}
