/** Calls of the API whose values the types of the client cannot know. */
import type { PlatformClient } from '../../../shared/clients/typescript/index.ts';

export interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Calls a path by its method; `init` holds parameters and body. */
export const callPath = <Data>(
  api: PlatformClient,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  init: object,
): Promise<Answer<Data>> => Reflect.apply(api[method], undefined, [path, init]);
