/** Payments and refunds of Stripe as entity records. https://docs.stripe.com/api/pagination */

import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { stripEnd } from '../../../kernel/base/linear-text.ts';
import { callApi, errorMessageIn, objectIn } from '../../../kernel/outbound/api-call.ts';
import { bearerHeader } from '../../../kernel/outbound/bearer.ts';
import { setting } from '../../../kernel/settings/settings.ts';
import { stripeVersionHeader, textOf } from '../../integrations/public-data.ts';
import {
  AuthorizationFailedError,
  connectionFailure,
  SourceError,
  type SyncAdapter,
  type SyncContext,
  syncUserAgent,
  toSourceItem,
} from '../adapter.ts';

const name = 'Stripe';

const paths: Readonly<Record<string, string>> = {
  'stripe.payment_intent': '/v1/payment_intents',
  'stripe.refund': '/v1/refunds',
};

const largestPage = 100;

/**
 * Lists filter by creation time, not by change. A continued run therefore reads the objects of the days
 * before again. An authorized payment must be captured within a week.
 */
const lookBackSeconds = 7 * 86_400;

/** The position of a run. */
interface StripeCursor {
  /** Only objects created since then. */
  since: number | null;
  /** The last object of the previous page; null on the first page, and between runs. */
  after: string | null;
  /** Creation time of the newest object of the run, where the next run begins. */
  newest: number | null;
  /** Whether the objects are those of a test mode; absent in positions of earlier versions. */
  isTest?: boolean;
}

const beginning: StripeCursor = { since: null, after: null, newest: null };

const isTestKey = (key = ''): boolean => /^[rs]k_test_/.test(key);

/** A position among the test objects says nothing about the live ones, for which often only the secret key changes. */
function startOf(cursor: string | null, isTest: boolean): StripeCursor {
  const position = cursor === null ? beginning : (parseJson(cursor) as StripeCursor);
  return (position.isTest ?? isTest) === isTest ? position : beginning;
}

/** Removes secrets with which a browser can complete a payment; readers of records must not get them. */
function withoutSecrets(object: unknown): unknown {
  if (typeof object !== 'object' || object === null) return object;
  const { client_secret: _secret, next_action: _action, ...data } = object as Record<string, unknown>;
  return data;
}

interface Page {
  objects: readonly unknown[];
  hasMore: boolean;
}

/** Throws SourceError, AuthorizationFailedError. */
async function getPage(
  { credentials, apiVersion, entityType, signal }: Omit<SyncContext, 'runId'>,
  { since, after }: StripeCursor,
  limit: number,
): Promise<Page> {
  const secretKey = textOf(credentials, 'secretKey');
  const path = Object.hasOwn(paths, entityType) ? paths[entityType] : undefined;
  if (path === undefined) throw new SourceError(`${name} has no ${entityType}.`);
  if (secretKey === undefined) throw new AuthorizationFailedError('secretKey is missing.');
  const query = new URLSearchParams({ limit: String(limit) });
  if (since !== null) query.set('created[gte]', String(since));
  if (after !== null) query.set('starting_after', after);
  const response = await callApi({
    name,
    url: `${stripEnd(setting('STRIPE_API_BASE'), '/')}${path}?${query}`,
    method: 'GET',
    headers: {
      ...bearerHeader('secretKey', secretKey),
      'user-agent': syncUserAgent,
      ...stripeVersionHeader(apiVersion),
    },
    isTrusted: true,
    // 403: a restricted key cannot read this type, and may be able to do anything else.
    authStatuses: [401],
    signal,
  });
  if (response.status >= 400)
    throw new SourceError(`${name} returns ${response.status}${errorMessageIn(response)}.`);
  const { data, has_more: hasMore } = objectIn(name, response);
  if (!Array.isArray(data)) throw new SourceError(`${name} responds without a list.`);
  return { objects: data, hasMore: hasMore === true };
}

function fieldOf(object: unknown, field: 'id' | 'created'): unknown {
  return typeof object === 'object' && object !== null
    ? (object as Record<string, unknown>)[field]
    : undefined;
}

export const stripeSync: SyncAdapter = {
  providerKey: 'stripe_sync',
  directions: ['import'],
  supportedEntities: Object.keys(paths),

  async readBatch(context, { cursor, batchSize }) {
    const isTest = isTestKey(textOf(context.credentials, 'secretKey'));
    const start = startOf(cursor, isTest);
    const { objects, hasMore } = await getPage(context, start, Math.min(batchSize, largestPage));
    const created = objects
      .map((object) => fieldOf(object, 'created'))
      .filter((at) => typeof at === 'number');
    const newest = Math.max(start.newest ?? 0, ...created);
    const last = fieldOf(objects.at(-1), 'id');
    const continues = hasMore && typeof last === 'string';
    const next: StripeCursor = continues
      ? { since: start.since, after: last, newest, isTest }
      : { since: newest === 0 ? start.since : newest - lookBackSeconds, after: null, newest: null, isTest };
    return {
      items: objects.map((object, index) => {
        const position = `Object ${index + 1} of the page`;
        const data = withoutSecrets(object);
        return (
          toSourceItem(data, context.idField, position) ?? {
            externalId: null,
            error: `${position} is none.`,
            data,
          }
        );
      }),
      cursor: continues || next.since !== null ? toJson(next) : null,
      hasMore: continues,
    };
  },

  async validateConnection(context) {
    try {
      const { objects } = await getPage(context, beginning, 1);
      return { ok: true, message: `${name} answers.`, details: { objects: objects.length } };
    } catch (error) {
      return connectionFailure(error);
    }
  },
};
