import type { PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, type Resource, useWrite } from '../api/queries.ts';
import { useToast } from '../ui/toasts.tsx';

interface SaveOptions {
  /** The edited version; undefined where the stored one has none. */
  etag?: string | undefined;
  refreshes: readonly Resource[];
  /** Loads the saved version. */
  onReload: () => Promise<void>;
  /** Confirmation after saving. */
  saved: string;
}

/**
 * Saves a form that stays open: returns what its frame needs. `params` of the write contain the edited version, or nothing
 * to overwrite other changes. Pending until the saved version is loaded.
 */
export function useSaveAndReload<Fields>(
  write: (api: PlatformClient, fields: Fields, params: ReturnType<typeof ifMatch>) => Promise<unknown>,
  { etag, refreshes, onReload, saved }: SaveOptions,
) {
  const toast = useToast();
  const saving = useWrite(
    (api, change: { fields: Fields; version: string | undefined }) =>
      write(api, change.fields, ifMatch(change.version)),
    refreshes,
    async () => {
      await onReload();
      toast(saved);
    },
  );
  return {
    saving,
    onSave: (fields: Fields) => saving.mutate({ fields, version: etag }),
    onOverwrite: (fields: Fields) => saving.mutate({ fields, version: undefined }),
    onReload,
  };
}
