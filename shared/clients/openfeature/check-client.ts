/** Asks the service for toggles and remembers what it said. Needs nothing but `fetch`. */

import { stripEnd } from '../../kernel/text/linear-text.ts';

export type CheckKind = 'boolean' | 'string' | 'number' | 'json';

export interface CheckClientOptions {
  /** Where the service is: `https://platform.example.com`. */
  baseUrl: string;
  /** The key decides the tenant; no evaluation context does. */
  apiKey: string;
  /** A value so young is used without asking; afterwards an unchanged one costs a 304. */
  maxAgeSeconds: number;
  /** How long the last known value stands in for a service that cannot be reached; 0 means not at all. */
  staleSeconds: number;
  timeoutMs: number;
  fetch: typeof fetch;
}

/** How an answer came about: from the service, from memory (young, or unchanged by a 304), or out of need. */
export type Freshness = 'answered' | 'cached' | 'stale';

export interface CheckedValue {
  value: unknown;
  source: string;
  toggleId: string;
  tenantId: string;
}

/** The service cannot be asked now: no connection, no answer in time, overload or failure. */
class UnreachableError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnreachableError';
  }
}

/** The service answered and refused; `code` is its own, `MISSING_TOGGLE` for instance. */
export class RefusedError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'RefusedError';
    this.code = code;
  }
}

interface Remembered extends CheckedValue {
  etag: string | null;
  /** When the service last said so. */
  saidAtMs: number;
}

/** Flag keys are written in code; more than this are made up, and the oldest can go. */
const maxRemembered = 10_000;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A body that ends early is no answer; one that is no JSON is an empty one. */
async function readJson(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text().catch((error: unknown) => {
    throw new UnreachableError('The toggle service broke off its answer.', error);
  });
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}

function toChecked(kind: CheckKind, body: Record<string, unknown>): CheckedValue {
  const value = kind === 'boolean' ? body.enabled : body.value;
  if (value === undefined || (kind !== 'json' && typeof value !== kind)) {
    throw new RefusedError('unreadable', `The service answered something that is no ${kind} toggle.`);
  }
  const { source, toggleId, tenantId } = body;
  return { value, source: String(source), toggleId: String(toggleId), tenantId: String(tenantId) };
}

export class CheckClient {
  readonly #options: CheckClientOptions;
  readonly #remembered = new Map<string, Remembered>();
  readonly #pending = new Map<string, Promise<{ checked: CheckedValue; freshness: Freshness }>>();

  constructor(options: CheckClientOptions) {
    this.#options = { ...options, baseUrl: stripEnd(options.baseUrl, '/') };
  }

  /**
   * The value of a toggle. Evaluations that come while one is under way share its request. Throws RefusedError,
   * and UnreachableError when there is no last known value that may stand in.
   */
  check(kind: CheckKind, identifier: string): Promise<{ checked: CheckedValue; freshness: Freshness }> {
    const name = `${kind}:${identifier}`;
    const known = this.#remembered.get(name);
    if (known !== undefined && ageSecondsOf(known) < this.#options.maxAgeSeconds) {
      return Promise.resolve({ checked: known, freshness: 'cached' });
    }
    const pending = this.#pending.get(name);
    if (pending !== undefined) return pending;
    const asking = this.#ask(kind, identifier, name, known).finally(() => this.#pending.delete(name));
    this.#pending.set(name, asking);
    return asking;
  }

  forget(): void {
    this.#remembered.clear();
  }

  async #ask(kind: CheckKind, identifier: string, name: string, known: Remembered | undefined) {
    const askedAtMs = performance.now();
    try {
      const response = await this.#send(kind, identifier, known?.etag);
      if (response.status === 304 && known !== undefined) {
        this.#remember(name, { ...known, saidAtMs: askedAtMs });
        return { checked: known, freshness: 'cached' } as const;
      }
      const checked = await this.#read(kind, response);
      this.#remember(name, { ...checked, etag: response.headers.get('etag'), saidAtMs: askedAtMs });
      return { checked, freshness: 'answered' } as const;
    } catch (error) {
      if (error instanceof UnreachableError && known && ageSecondsOf(known) < this.#options.staleSeconds) {
        return { checked: known, freshness: 'stale' } as const;
      }
      // What the service no longer has, or no longer shows us, must not come back once it is out of reach.
      if (error instanceof RefusedError) this.#remembered.delete(name);
      throw error;
    }
  }

  async #send(kind: CheckKind, identifier: string, etag: string | null | undefined): Promise<Response> {
    const { baseUrl, apiKey, timeoutMs, fetch: send } = this.#options;
    const query = new URLSearchParams({ identifier });
    try {
      return await send(`${baseUrl}/api/feature_toggles/check/${kind}?${query}`, {
        headers: { 'x-api-key': apiKey, ...(etag && { 'if-none-match': etag }) },
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      const timedOut = error instanceof Error && error.name === 'TimeoutError';
      const reason = timedOut ? `did not answer within ${timeoutMs} ms` : 'cannot be reached';
      throw new UnreachableError(`The toggle service ${reason}.`, error);
    }
  }

  async #read(kind: CheckKind, response: Response): Promise<CheckedValue> {
    const { status } = response;
    if (status === 200) return toChecked(kind, await readJson(response));
    const { code, error } = await readJson(response);
    const message = typeof error === 'string' ? error : `The toggle service answered ${status}.`;
    if (status === 429 || status >= 500) throw new UnreachableError(`${message} (${status})`);
    throw new RefusedError(String(code), message);
  }

  #remember(name: string, value: Remembered): void {
    // A key that is set anew moves to the end, so that the first one is the one not asked for the longest.
    this.#remembered.delete(name);
    this.#remembered.set(name, value);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > maxRemembered && oldest !== undefined) this.#remembered.delete(oldest);
  }
}

function ageSecondsOf({ saidAtMs }: Remembered): number {
  return (performance.now() - saidAtMs) / 1_000;
}
