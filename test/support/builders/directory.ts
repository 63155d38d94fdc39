/** Helpers for tests of the directory. */
import { expect } from 'vitest';
import type { OrganizationRow } from '../../../shared/modules/identity/directory/organization-contract.ts';
import type { Switcher } from '../../../shared/modules/identity/directory/switcher-contract.ts';
import type { Api } from '../clients/api.ts';

export const organizationsPath = '/api/directory/organizations';
export const switcherPath = '/api/directory/organization-switcher';

/** Creates an organization over HTTP and returns its id. */
export async function anOrganization({ api }: { api: Api }, body: Record<string, unknown>): Promise<string> {
  const answer = await api.post(organizationsPath, { body });
  expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String) } });
  return String(answer.body.id);
}

/** Full rows of the organizations that the caller manages, in tree order. */
export async function manage({ api }: { api: Api }, query = ''): Promise<OrganizationRow[]> {
  const answer = await api.get<{ items: OrganizationRow[] }>(
    `${organizationsPath}?view=manage&pageSize=200&${query}`,
  );
  expect(answer.status).toBe(200);
  return answer.body.items;
}

/** The row of one organization. */
export async function rowOf(caller: { api: Api }, id: string): Promise<OrganizationRow> {
  const row = (await manage(caller)).find((one) => one.id === id);
  if (row === undefined) throw new Error(`The organization ${id} does not exist.`);
  return row;
}

/** The name of each parent by name: the shape of a tree. */
export async function shapeOf(caller: { api: Api }): Promise<Record<string, string | null>> {
  return Object.fromEntries((await manage(caller)).map(({ name, parentName }) => [name, parentName]));
}

export async function switcherOf({ api }: { api: Api }, cookie?: string): Promise<Switcher> {
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
  const answer = await api.get<Switcher>(switcherPath, { headers });
  expect(answer.status).toBe(200);
  return answer.body;
}
