/** Helpers for tests of integrations. */
import { expect } from 'vitest';
import { transact } from '../../../shared/kernel/table/write.ts';
import { readSettings } from '../../../shared/modules/integrations/connection.ts';
import type { SaveCredentials } from '../../../shared/modules/integrations/credential-contract.ts';
import type { Integration } from '../../../shared/modules/integrations/integration-contract.ts';
import type { IntegrationLog } from '../../../shared/modules/integrations/log-contract.ts';
import { stateWrite } from '../../../shared/modules/integrations/state-store.ts';
import type { Page } from '../clients/api.ts';
import type { TestCaller } from './tenants.ts';

export const integrationsPath = '/api/integrations';
export const integrationPath = (id: string): string => `${integrationsPath}/${id}`;

export interface IntegrationPage extends Page<Integration> {
  bundles: { id: string; integrationCount: number; enabledCount: number }[];
}

/** Saves credentials and expects success. */
export async function save(
  { api }: TestCaller,
  id: string,
  credentials: SaveCredentials['credentials'],
): Promise<void> {
  const answer = await api.put(`${integrationPath(id)}/credentials`, { body: { credentials } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body).toMatchObject({ ok: true });
}

/** The credentials as a read returns them. */
export async function shown({ api }: TestCaller, id: string): Promise<Record<string, unknown>> {
  const answer = await api.get(`${integrationPath(id)}/credentials`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.credentials as Record<string, unknown>;
}

/** Changes a state and expects success. */
export async function turn(
  { api }: TestCaller,
  id: string,
  body: { isEnabled?: boolean; reauthRequired?: boolean },
): Promise<Record<string, unknown>> {
  const answer = await api.put(`${integrationPath(id)}/state`, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Changes a state without notifying workers: where a test runs syncs itself, workers would be faster. */
export async function switchSilently(
  { tenantId, organizationId }: TestCaller,
  id: string,
  values: { isEnabled?: boolean; reauthRequired?: boolean },
): Promise<void> {
  const scope = { tenantId, organizationId };
  const before = (await readSettings(scope)).state(id);
  await transact([stateWrite(scope, before, values, ['revision'])]);
}

/** The integration's row of the list. */
export async function rowOf({ api }: TestCaller, id: string): Promise<Integration> {
  const { body } = await api.get<IntegrationPage>(integrationsPath);
  const found = body.items.find((row) => row.id === id);
  if (found === undefined) throw new Error(`${id} is not in the list.`);
  return found;
}

export async function check({ api }: TestCaller, id: string): Promise<Record<string, unknown>> {
  const answer = await api.post(`${integrationPath(id)}/health`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** The log of an organization, newest first. */
export async function logsOf({ api }: TestCaller, query = ''): Promise<IntegrationLog[]> {
  const answer = await api.get<{ items: IntegrationLog[] }>(`${integrationsPath}/logs?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.items;
}
