/** The settings of a list in the browser's storage. */
import { useMemo, useSyncExternalStore } from 'react';
import { toJson } from '../../../shared/clients/typescript/index.ts';
import { kept } from '../api/kept.ts';
import { useSession } from '../session/session.ts';
import { type ListSettings, parseListSettings, settingsKey } from './list-settings.ts';

const listeners = new Set<() => void>();

/** Other tabs notify by an event; the own one does not. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The settings of a list for the caller in the selected tenant, and what changes them. */
export function useListSettings(list: string) {
  const { id, scope } = useSession();
  const key = settingsKey(id, scope.tenantId, list);
  const text = useSyncExternalStore(subscribe, () => kept.get(key));
  const settings = useMemo(() => parseListSettings(text), [text]);
  const change = (changes: ListSettings) => {
    kept.set(key, toJson({ ...settings, ...changes }));
    for (const listener of listeners) listener();
  };
  return { ...settings, change };
}
