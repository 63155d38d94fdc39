/** Runs over HTTP, executed by the runtime's own workers. */
import { expect } from 'vitest';
import type { SyncFailure, SyncRunDetail } from '../../../shared/modules/sync/runs/run-contract.ts';
import { eventually } from '../clients/eventually.ts';
import { save, turn } from './integrations.ts';
import type { TestCaller } from './tenants.ts';

const runsPath = '/api/data_sync/runs';

type Credentials = Parameters<typeof save>[2];

/** Lets an organization sync with a service. */
export async function connectTo(
  caller: TestCaller,
  integrationId: string,
  credentials: Credentials,
): Promise<void> {
  await save(caller, integrationId, credentials);
  await turn(caller, integrationId, { isEnabled: true });
}

/** Starts a run and waits until it is over, or fulfils a condition. */
export async function runOf({ api }: TestCaller, body: Record<string, unknown>): Promise<SyncRunDetail> {
  const started = await api.post('/api/data_sync/run', { body });
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  return eventually('the run is over', async () => {
    const { body: run } = await api.get<SyncRunDetail>(`${runsPath}/${started.body.id}`);
    return run.status === 'pending' || run.status === 'running' ? undefined : run;
  });
}

export async function failuresOf(
  { api }: TestCaller,
  { id }: Pick<SyncRunDetail, 'id'>,
): Promise<SyncFailure[]> {
  return (await api.get<{ items: SyncFailure[] }>(`${runsPath}/${id}/failures`)).body.items;
}

export interface FoundRecord {
  id: string;
  externalId: string | null;
  fields: Record<string, unknown>;
  customFields: Record<string, unknown>;
  version: number;
}

/** The records of a type, by external id. */
export async function recordsOf({ api }: TestCaller, entityType: string): Promise<FoundRecord[]> {
  const query = `entityType=${entityType}&pageSize=200&sortField=externalId&sortDir=asc`;
  return (await api.get<{ items: FoundRecord[] }>(`/api/entities/records?${query}`)).body.items;
}
