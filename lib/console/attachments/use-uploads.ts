/** Uploads to the library: one after the other, each with its progress. */
import { useQueryClient } from '@tanstack/react-query';
import { useReducer, useRef } from 'react';
import { asForm, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useApi } from '../api/api-context.tsx';
import { sendWithProgress } from '../api/upload.ts';
import { useUnloadGuard } from '../forms/use-unload-guard.ts';

export interface Upload {
  id: number;
  name: string;
  bytes: number;
  state: 'waiting' | 'sending' | 'storing' | 'done' | 'failed' | 'cancelled';
  /** Sent share of the bytes, from 0 to 1. */
  sent: number;
  error: unknown;
  /** Id of the stored file. */
  fileId: string | undefined;
}

type Change = { add: Upload } | { id: number; values: Partial<Upload> } | 'clear';

const isUnderWay = ({ state }: Upload): boolean =>
  state === 'waiting' || state === 'sending' || state === 'storing';

function changed(uploads: readonly Upload[], change: Change): readonly Upload[] {
  if (change === 'clear') return uploads.filter(isUnderWay);
  if ('add' in change) return [...uploads, change.add];
  return uploads.map((upload) => (upload.id === change.id ? { ...upload, ...change.values } : upload));
}

/** Files of the library do not belong to records of other modules. */
const owner = { entityId: 'attachments:library', recordId: 'library' };

export function useUploads() {
  const { api, sendBy } = useApi();
  const queries = useQueryClient();
  const [uploads, change] = useReducer(changed, []);
  const lastId = useRef(0);
  const last = useRef(Promise.resolve());
  const cancels = useRef(new Map<number, AbortController>());
  useUnloadGuard(uploads.some(isUnderWay));

  async function send(id: number, file: File, partitionCode: string, { signal }: AbortController) {
    const set = (values: Partial<Upload>) => change({ id, values });
    if (signal.aborted) return set({ state: 'cancelled' });
    set({ state: 'sending' });
    const onProgress = (sent: number) => set({ sent, state: sent < 1 ? 'sending' : 'storing' });
    try {
      const { item } = await orThrow(
        api.POST('/api/attachments', {
          body: { ...owner, ...(partitionCode && { partitionCode }), file },
          bodySerializer: asForm,
          fetch: sendBy(sendWithProgress(onProgress)),
          signal,
        }),
      );
      set({ state: 'done', fileId: item.id });
      await queries.invalidateQueries({ queryKey: ['files'] });
      void queries.invalidateQueries({ queryKey: ['storage'] });
    } catch (error) {
      set(signal.aborted ? { state: 'cancelled' } : { state: 'failed', error });
    }
  }

  return {
    uploads,
    add(files: Iterable<File>, partitionCode: string) {
      for (const file of files) {
        lastId.current += 1;
        const id = lastId.current;
        const cancel = new AbortController();
        cancels.current.set(id, cancel);
        const { name, size: bytes } = file;
        change({
          add: { id, name, bytes, state: 'waiting', sent: 0, error: undefined, fileId: undefined },
        });
        last.current = last.current.then(() => send(id, file, partitionCode, cancel));
      }
    },
    cancel: (id: number) => cancels.current.get(id)?.abort(),
    clear: () => change('clear'),
  };
}
