import { parseJson, toJson } from '../../../shared/clients/typescript/json.ts';
import { isJsonObject } from './json.ts';
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

const secrets = ['password', 'currentPassword', 'newPassword', 'secret', 'clientSecret', 'credentials'];

/** In the place of a secret that the user has typed. */
export const hiddenSecret = '<secret>';

/** Hides a text, or every text of an object. */
function hide(value: unknown): unknown {
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hide(one)]));
  return typeof value === 'string' ? hiddenSecret : value;
}

function withoutSecrets(body: string): string {
  const value = parseJson(body);
  if (!isJsonObject(value)) return body;
  const entries = Object.entries(value);
  return toJson(
    Object.fromEntries(entries.map(([name, one]) => [name, secrets.includes(name) ? hide(one) : one])),
  );
}

const maxCalls = 20;

export const recentCalls = createStore<readonly ApiCall[]>([]);

const isSame = (a: ApiCall, b: ApiCall): boolean =>
  a.method === b.method && a.url === b.url && a.body === b.body;

/** Records a request; a repeated one moves to the end. */
export function rememberCall({ method, url, body }: ApiCall): void {
  if (hidden.test(new URL(url).pathname)) return;
  const call = { method, url, body: body && withoutSecrets(body) };
  recentCalls.set([...recentCalls.get().filter((known) => !isSame(known, call)), call].slice(-maxCalls));
}

export const forgetCalls = (): void => recentCalls.set([]);
