/** The dependencies of the batch handler, so that it imports no adapter and no queue. */
import type { RowScope } from '../../kernel/table/keys.ts';
import type { FindAdapter, SyncDirection } from './adapter.ts';
import type { Mapping } from './mappings/mapping-contract.ts';
import type { BatchData } from './runs/run.ts';

export interface BatchDependencies {
  findAdapter: FindAdapter;
  /** The saved mapping; undefined if there is none. */
  findMapping(scope: RowScope, integrationId: string, entityType: string): Promise<Mapping | undefined>;
  send(run: RowScope & { direction: SyncDirection }, data: BatchData, delaySeconds?: number): Promise<void>;
}
