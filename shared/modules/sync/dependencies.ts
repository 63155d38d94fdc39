/** What the engine works with, so that it knows neither adapters nor queues by name. */
import type { RowScope } from '../../kernel/table/keys.ts';
import type { SyncAdapter, SyncDirection } from './adapter.ts';
import type { Mapping } from './mappings/mapping-contract.ts';
import type { BatchData } from './runs/run.ts';

/** Finds an adapter by the `providerKey` of an integration. */
export type FindAdapter = (providerKey: string | undefined) => SyncAdapter | undefined;

/** The adapter of an integration: null when it syncs nothing, undefined when there is no such integration. */
export type AdapterOfIntegration = (integrationId: string) => SyncAdapter | null | undefined;

export interface BatchDependencies {
  findAdapter: FindAdapter;
  /** The mapping that was saved; undefined when none was. */
  findMapping(scope: RowScope, integrationId: string, entityType: string): Promise<Mapping | undefined>;
  send(run: RowScope & { direction: SyncDirection }, data: BatchData, delaySeconds?: number): Promise<void>;
}
