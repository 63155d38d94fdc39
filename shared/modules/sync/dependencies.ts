/** What the engine works with, so that it knows neither adapters nor queues by name. */
import type { RowScope } from '../../kernel/table/keys.ts';
import type { FindAdapter, SyncDirection } from './adapter.ts';
import type { Mapping } from './mappings/mapping-contract.ts';
import type { BatchData } from './runs/run.ts';

export interface BatchDependencies {
  findAdapter: FindAdapter;
  /** The mapping that was saved; undefined when none was. */
  findMapping(scope: RowScope, integrationId: string, entityType: string): Promise<Mapping | undefined>;
  send(run: RowScope & { direction: SyncDirection }, data: BatchData, delaySeconds?: number): Promise<void>;
}
