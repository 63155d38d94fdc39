/** Sends requests of the console: records them for "Show as curl", and retries once after a refresh of the session. */
import { createPlatformClient } from '../../../shared/clients/typescript/index.ts';
import { rememberCall } from './recent-calls.ts';
import { askForFactor, needsStepUp } from './step-up.ts';

/** Calls about the session, which do not need one. */
export const sessionApi = createPlatformClient({ baseUrl: location.origin, retries: 0 });

let refreshing: Promise<boolean> | undefined;

/** Refreshes the session with the refresh token in the cookie. Returns false if the session has ended. */
function refreshSession(): Promise<boolean> {
  refreshing ??= sessionApi
    .POST('/api/auth/session/refresh', { body: {} })
    .then(({ response }) => response.ok)
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

async function jsonOf(request: Request): Promise<string | undefined> {
  const isJson = request.headers.get('content-type')?.startsWith('application/json');
  return isJson ? request.text() : undefined;
}

export type Send = (request: Request) => Promise<Response>;

/**
 * Sends requests of a session, with `fetch` or the transport of one request. Calls `onExpired` if the refresh fails. Sends a
 * request that needs a second factor again, once the user has proved it.
 */
export function sender(onExpired: () => void) {
  return async (request: Request, send: Send = fetch): Promise<Response> => {
    const again = request.clone();
    rememberCall({ method: request.method, url: request.url, body: await jsonOf(request.clone()) });
    const response = await send(request);
    if (await needsStepUp(response)) return (await askForFactor()) ? send(again) : response;
    if (response.status !== 401) return response;
    if (await refreshSession()) return send(again);
    onExpired();
    return response;
  };
}
