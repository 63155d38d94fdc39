import type { PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { type Resource, useWrite } from '../api/queries.ts';
import { useToast } from '../ui/toasts.tsx';

/** Saves a form that stays open. Pending until the saved version is loaded, which the text `saved` then confirms. */
export function useSaveAndReload<Input, Result>(
  write: (api: PlatformClient, input: Input) => Promise<Result>,
  refreshes: readonly Resource[],
  reload: () => Promise<void>,
  saved: string,
) {
  const toast = useToast();
  return useWrite(write, refreshes, async () => {
    await reload();
    toast(saved);
  });
}
