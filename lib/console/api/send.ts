/** Sends requests of the console: records them for "Show as curl", and retries once after a refresh of the session. */
import { createPlatformClient } from '../../../shared/clients/typescript/index.ts';
import { rememberCall } from './recent-calls.ts';
import { askForFactor, needsStepUp } from './step-up.ts';

/** Calls about the session, which do not need one. */
export const sessionApi = createPlatformClient({ baseUrl: location.origin, retries: 0 });

type Refresh = Awaited<ReturnType<typeof requestRefresh>>;

let refreshing: Promise<Refresh> | undefined;

const requestRefresh = () => sessionApi.POST('/api/auth/session/refresh', { body: {} });

/** Refreshes the session with the refresh token in the cookie, once for all requests that wait for it. */
function refreshSession(): Promise<Refresh> {
  refreshing ??= requestRefresh().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** The API could not say whether the session has ended. */
const isUndecided = (status: number): boolean => status === 429 || status >= 500;

async function jsonOf(request: Request): Promise<string | undefined> {
  const isJson = request.headers.get('content-type')?.startsWith('application/json');
  return isJson ? request.text() : undefined;
}

export type Send = (request: Request) => Promise<Response>;

/**
 * Sends requests of a session, with `fetch` or the transport of one request. Calls `onExpired` if the session has ended. Sends a
 * request that needs a second factor again, once the user has proved it.
 */
export function sender(onExpired: () => void) {
  const sendInSession = async (request: Request, send: Send): Promise<Response> => {
    const again = request.clone();
    const response = await send(request);
    if (response.status !== 401) return response;
    const refresh = await refreshSession();
    const { ok, status, headers } = refresh.response;
    if (ok) return send(again);
    if (isUndecided(status)) return Response.json(refresh.error ?? {}, { status, headers });
    onExpired();
    return response;
  };
  return async (request: Request, send: Send = fetch): Promise<Response> => {
    const again = request.clone();
    rememberCall({ method: request.method, url: request.url, body: await jsonOf(request.clone()) });
    const response = await sendInSession(request, send);
    const isProved = (await needsStepUp(response)) && (await askForFactor());
    return isProved ? sendInSession(again, send) : response;
  };
}
