/**
 * OpenFeature provider for the feature toggles: other services import it and know nothing of our API.
 *
 *     await OpenFeature.setProviderAndWait(new PlatformProvider({ baseUrl, apiKey }));
 *     const isOn = await OpenFeature.getClient().getBooleanValue('new_checkout', false);
 */
import {
  type EvaluationContext,
  FlagNotFoundError,
  GeneralError,
  type JsonValue,
  OpenFeatureError,
  ParseError,
  type Provider,
  type ResolutionDetails,
  StandardResolutionReasons,
  TypeMismatchError,
} from '@openfeature/server-sdk';
import {
  CheckClient,
  type CheckClientOptions,
  type CheckedValue,
  type CheckKind,
  type Freshness,
  RefusedError,
} from './check-client.ts';

export type PlatformProviderOptions = Pick<CheckClientOptions, 'baseUrl' | 'apiKey'> &
  Partial<Omit<CheckClientOptions, 'baseUrl' | 'apiKey'>>;

/** Asking at most every ten seconds keeps a key far from its rate limit. */
const defaults = { maxAgeSeconds: 10, staleSeconds: 0, timeoutMs: 2_000 };

/** A tenant's own value is the outcome of a rule about it; the toggle's default is what is left without one. */
function reasonOf(freshness: Freshness, { source }: CheckedValue): string {
  if (freshness === 'cached') return StandardResolutionReasons.CACHED;
  if (freshness === 'stale') return StandardResolutionReasons.STALE;
  return source === 'override'
    ? StandardResolutionReasons.TARGETING_MATCH
    : StandardResolutionReasons.DEFAULT;
}

/** What went wrong in OpenFeature's terms; its client then answers the caller's default with that error code. */
function toOpenFeatureError(error: unknown): OpenFeatureError {
  if (error instanceof OpenFeatureError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof RefusedError)) return new GeneralError(message);
  switch (error.code) {
    case 'MISSING_TOGGLE':
      return new FlagNotFoundError(message);
    case 'TYPE_MISMATCH':
    case 'INVALID_VALUE':
      return new TypeMismatchError(message);
    case 'unreadable':
      return new ParseError(message);
    default:
      return new GeneralError(message);
  }
}

/**
 * Resolves flags by the check endpoints. The API key decides the tenant: the evaluation context is not sent.
 * `flagMetadata` names `source`, `toggleId` and `tenantId`.
 */
export class PlatformProvider implements Provider {
  readonly metadata = { name: 'platform-modules' };
  readonly runsOn = 'server';
  readonly #client: CheckClient;

  constructor(options: PlatformProviderOptions) {
    // Looked up at each call, so that instrumentation which replaces the global `fetch` later is heeded.
    const send: typeof fetch = (...request) => fetch(...request);
    this.#client = new CheckClient({ ...defaults, fetch: send, ...options });
  }

  async onClose(): Promise<void> {
    this.#client.forget();
  }

  resolveBooleanEvaluation(flagKey: string): Promise<ResolutionDetails<boolean>> {
    return this.#resolve('boolean', flagKey);
  }

  resolveStringEvaluation(flagKey: string): Promise<ResolutionDetails<string>> {
    return this.#resolve('string', flagKey);
  }

  resolveNumberEvaluation(flagKey: string): Promise<ResolutionDetails<number>> {
    return this.#resolve('number', flagKey);
  }

  resolveObjectEvaluation<T extends JsonValue>(
    flagKey: string,
    _defaultValue: T,
    _context: EvaluationContext,
  ): Promise<ResolutionDetails<T>> {
    return this.#resolve('json', flagKey);
  }

  /** The client has checked that the value is of the kind; which JSON it is, only the caller can know. */
  async #resolve<T>(kind: CheckKind, flagKey: string): Promise<ResolutionDetails<T>> {
    try {
      const { checked, freshness } = await this.#client.check(kind, flagKey);
      const { value, source, toggleId, tenantId } = checked;
      return {
        value: value as T,
        variant: source,
        reason: reasonOf(freshness, checked),
        flagMetadata: { source, toggleId, tenantId },
      };
    } catch (error) {
      throw toOpenFeatureError(error);
    }
  }
}
