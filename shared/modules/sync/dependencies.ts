/** The dependencies of the batch handler, so that it imports no adapter and no queue. */
import type { RowScope } from '../../kernel/table/keys.ts';
import type { FindAdapter, SyncDirection } from './adapter.ts';
import type { FindMapping } from './mappings/mapping.ts';
import type { BatchData } from './runs/run.ts';

export interface BatchDependencies {
  findAdapter: FindAdapter;
  findMapping: FindMapping;
  send(run: RowScope & { direction: SyncDirection }, data: BatchData, delaySeconds?: number): Promise<void>;
}
