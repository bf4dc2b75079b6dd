import type { Filter } from '../api/types.ts';
import { describeFilter } from './describe-filter.ts';

/** A filter in words that break anywhere: paths and values may be as long as they like. */
export function FilterWords({ filter }: { readonly filter: Filter | null }) {
  return <span className="breakable">{describeFilter(filter)}</span>;
}
