/**
 * Background work of this tab: one change of everything that a list finds. It continues on other pages of the console,
 * and ends with the tab.
 */
import type { BulkResponse } from '../../../shared/clients/typescript/index.ts';
import { createStore } from '../api/store.ts';

export interface BulkFailure {
  id: string;
  name: string;
  error: string;
}

/** How many rows a page has, and how many ids a change; both are the most that the API accepts. */
const batchSize = 100;

export interface Batch<Row> {
  items: readonly Row[];
  totalPages: number;
}

export interface BulkTask {
  /** What is done, in words. */
  action: string;
  /** Reads the ids of a page with their names. */
  read: (page: number, pageSize: number) => Promise<Batch<readonly [id: string, name: string]>>;
  change: (ids: string[]) => Promise<BulkResponse>;
  /** After each batch. */
  onChanged: () => void;
}

export interface BulkState {
  action: string;
  phase: 'reading' | 'running' | 'stopped' | 'done';
  found: number;
  done: number;
  changed: number;
  failures: readonly BulkFailure[];
  /** Why it stopped. */
  error: unknown;
}

const initial = (action: string): BulkState => ({
  action,
  phase: 'reading',
  found: 0,
  done: 0,
  changed: 0,
  failures: [],
  error: undefined,
});

export function createBulkRun() {
  const state = createStore<BulkState | undefined>(undefined);
  let task: BulkTask | undefined;
  let isStopping = false;
  /** The next page to read; undefined when all ids are known. */
  let page: number | undefined;
  const names = new Map<string, string>();
  let rest: string[] = [];

  const update = (changes: Partial<BulkState>) => {
    const current = state.get();
    if (current !== undefined) state.set({ ...current, ...changes });
  };

  /** All ids first: a changed row may leave the list, and the others move to other pages. */
  async function readAll({ read }: BulkTask): Promise<void> {
    while (page !== undefined && !isStopping) {
      const { items, totalPages } = await read(page, batchSize);
      for (const [id, name] of items) names.set(id, name);
      update({ found: names.size });
      page = items.length > 0 && page < totalPages ? page + 1 : undefined;
      if (page === undefined) rest = [...names.keys()];
    }
  }

  async function changeAll({ change, onChanged }: BulkTask): Promise<void> {
    while (rest.length > 0 && !isStopping) {
      const ids = rest.slice(0, batchSize);
      const { changed, results } = await change(ids);
      rest = rest.slice(ids.length);
      const { done, changed: before, failures } = state.get() ?? initial('');
      const failed = results.flatMap(({ id, status, error }) =>
        status === 'failed' ? [{ id, name: names.get(id) ?? id, error: error ?? '' }] : [],
      );
      update({ done: done + ids.length, changed: before + changed, failures: [...failures, ...failed] });
      onChanged();
    }
  }

  async function resume(): Promise<void> {
    if (task === undefined) return;
    isStopping = false;
    update({ phase: page === undefined ? 'running' : 'reading', error: undefined });
    try {
      await readAll(task);
      if (!isStopping) {
        update({ phase: 'running' });
        await changeAll(task);
      }
      update({ phase: isStopping ? 'stopped' : 'done' });
    } catch (error) {
      update({ phase: 'stopped', error });
    }
  }

  return {
    subscribe: state.subscribe,
    get: state.get,
    start(next: BulkTask): Promise<void> {
      task = next;
      page = 1;
      rest = [];
      names.clear();
      state.set(initial(next.action));
      return resume();
    },
    /** Continues after a stop or a failure, with what is left. */
    resume,
    /** Ends after the current batch. */
    stop: () => {
      isStopping = true;
    },
    close: () => state.set(undefined),
  };
}

/** The work of this tab. */
export const bulkRun = createBulkRun();
