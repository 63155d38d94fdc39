/** Reads and changes the lists of users and roles. */
import { expect } from 'vitest';
import type { TestCaller } from '../../support/builders/tenants.ts';
import type { TestResponse } from '../../support/clients/api.ts';

export const users = '/api/auth/users';
export const userAcl = '/api/auth/users/acl';

export type Caller = Pick<TestCaller, 'api'>;
type Row = Record<string, unknown>;

/** Sends a change, by default of a user. */
export const put = ({ api }: Caller, body: object, path = users): Promise<TestResponse> =>
  api.put(path, { body });

/** A page of a list, which must succeed. */
export async function list(
  { api }: Caller,
  path: string,
  query = '',
): Promise<{ items: Row[]; total: number }> {
  const { status, body } = await api.get<{ items: Row[]; total: number }>(`${path}?${query}`);
  expect(status).toBe(200);
  return body;
}

/** The row with this id; empty if the list does not have it. */
export async function rowOf(caller: Caller, path: string, id: string): Promise<Row> {
  const { items } = await list(caller, path, `id=${id}`);
  return items[0] ?? {};
}
