/** Helpers for tests of sync schedules. */
import { expect } from 'vitest';
import type { SyncSchedule } from '../../../shared/modules/sync/schedules/schedule-contract.ts';
import type { TestCaller } from './tenants.ts';

export const schedulesPath = '/api/data_sync/schedules';
export const schedulePath = (id: string): string => `${schedulesPath}/${id}`;

/** The body of a schedule that is due once a year. */
export function aSchedule(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    integrationId: 'sync_http_json',
    entityType: 'crm.customer',
    direction: 'import',
    scheduleType: 'cron',
    scheduleValue: '0 3 1 1 *',
    ...overrides,
  };
}

/** Saves a schedule over HTTP. */
export async function schedule(
  { api }: Pick<TestCaller, 'api'>,
  overrides: Record<string, unknown> = {},
): Promise<SyncSchedule> {
  const answer = await api.post<SyncSchedule>(schedulesPath, { body: aSchedule(overrides) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

export async function schedulesListed(
  { api }: Pick<TestCaller, 'api'>,
  query = '',
): Promise<{ items: SyncSchedule[]; total: number }> {
  const answer = await api.get<{ items: SyncSchedule[]; total: number }>(`${schedulesPath}?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
