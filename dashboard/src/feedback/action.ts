import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotices } from './notices.tsx';

interface ActionOptions<T, V> {
  readonly run: (variables: V) => Promise<T>;
  /** What to say when it was done. */
  readonly told?: string;
  /** Takes what came of it, before the pages are read again. */
  readonly onDone?: (result: T) => void;
  /** The place that shows failures itself. */
  readonly quiet?: boolean;
}

/** A change: afterwards whatever is shown is read again, and a failure is told with what to do. */
export function useAction<T, V = void>({ run, told, onDone, quiet }: ActionOptions<T, V>) {
  const queries = useQueryClient();
  const { tell, fail } = useNotices();
  return useMutation<T, Error, V>({
    mutationFn: run,
    onSuccess: async (result) => {
      if (told !== undefined) tell(told);
      onDone?.(result);
      await queries.invalidateQueries();
    },
    onError: (error) => {
      if (quiet !== true) fail(error);
    },
  });
}
