import { createStore } from './store.ts';

/** The requests of the current page, for "Show as curl". */
export interface ApiCall {
  method: string;
  /** Path with its query. */
  url: string;
  /** JSON text; undefined when nothing or a form was sent. */
  body: string | undefined;
}

/** Calls of every page, or with secrets of the session. */
const hidden =
  /^\/api\/(?:auth\/(?:login|logout|session|features|factors)|directory\/organization-switcher|notifications\/unread-count)/;

const maxCalls = 20;

export const recentCalls = createStore<readonly ApiCall[]>([]);

const isSame = (a: ApiCall, b: ApiCall): boolean =>
  a.method === b.method && a.url === b.url && a.body === b.body;

/** Records a request; a repeated one moves to the end. */
export function rememberCall(call: ApiCall): void {
  if (hidden.test(new URL(call.url).pathname)) return;
  recentCalls.set([...recentCalls.get().filter((known) => !isSame(known, call)), call].slice(-maxCalls));
}

export const forgetCalls = (): void => recentCalls.set([]);
