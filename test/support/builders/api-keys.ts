/** Helpers for tests of API keys. */
import { expect } from 'vitest';
import type { ApiKey, NewApiKey } from '../../../shared/modules/identity/api-keys/key-shapes.ts';
import type { Api, Page } from '../clients/api.ts';

export const keysPath = '/api/api_keys/keys';
export const rotatePath = (id: string) => `${keysPath}/${id}/rotate`;
/** An endpoint for any valid caller. */
export const whoAmIPath = '/api/directory/organization-switcher';

export type KeyPage = Page<ApiKey>;

/** A key that has a secret. */
export type KeyWithSecret = NewApiKey & { secret: string };

/** Creates a key over HTTP. */
export async function aNewKey(
  { api }: { api: Api },
  body: Record<string, unknown> = {},
): Promise<KeyWithSecret> {
  const answer = await api.post<KeyWithSecret>(keysPath, { body: { name: 'made', ...body } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** One page of the list; `query` without the question mark. */
export async function listKeys({ api }: { api: Api }, query = ''): Promise<KeyPage> {
  const answer = await api.get<KeyPage>(`${keysPath}?${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}
