/** Reads from the API and writes to it. */
import {
  hashKey,
  keepPreviousData,
  type MutateOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { orThrow, type PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { useApi } from './api-context.tsx';
import { type LogTotal, withKnownTotal } from './log-total.ts';

/** The query key: its first part is the resource type, by which writes and events refresh it. */
export type ReadKey = readonly [resource: Resource, ...rest: readonly unknown[]];

export type Resource =
  | 'activity'
  | 'attention'
  | 'auditActions'
  | 'deadLetters'
  | 'definitions'
  | 'deliveries'
  | 'eventLog'
  | 'eventTypes'
  | 'factors'
  | 'features'
  | 'files'
  | 'inbound'
  | 'integrations'
  | 'jobs'
  | 'keys'
  | 'mails'
  | 'names'
  | 'notifications'
  | 'operators'
  | 'organizations'
  | 'paymentMethods'
  | 'paymentProviders'
  | 'payments'
  | 'policy'
  | 'progress'
  | 'provider'
  | 'records'
  | 'roles'
  | 'ruleChecks'
  | 'ruleLogs'
  | 'ruleSets'
  | 'rules'
  | 'search'
  | 'segments'
  | 'sessions'
  | 'storage'
  | 'syncMappings'
  | 'syncOptions'
  | 'syncRuns'
  | 'syncSchedules'
  | 'tenants'
  | 'toggles'
  | 'users'
  | 'views'
  | 'webhooks'
  /** A resource that a team declares, by its name. */
  | `own:${string}`;

interface ReadOptions<Data> {
  /** False while the query must not be sent. */
  enabled?: boolean;
  /** For data whose changes publish no event. */
  refreshEveryMs?: number;
  /** Stops it. */
  isFinal?: (data: Data) => boolean;
}

/** Reads in the selected scope. A list shows its previous page until the next one is loaded. */
export function useRead<Data>(
  key: ReadKey,
  read: (api: PlatformClient) => Promise<Data>,
  { enabled = true, refreshEveryMs, isFinal }: ReadOptions<Data> = {},
) {
  const { api, scope } = useApi();
  return useQuery({
    queryKey: [...key, scope],
    queryFn: () => read(api),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: ({ state: { data } }) => {
      if (refreshEveryMs === undefined || (data !== undefined && isFinal?.(data))) return false;
      return refreshEveryMs;
    },
  });
}

/**
 * Reads a page of a log that refreshes itself. The first reading counts the entries. Later ones do not, and keep its
 * total until the page itself has read more or the log ends on it.
 */
export function useReadLog<Page extends LogTotal>(
  key: ReadKey,
  read: (api: PlatformClient, withTotal?: false) => Promise<Page>,
  options: ReadOptions<Page> = {},
) {
  const { scope } = useApi();
  const queries = useQueryClient();
  const readAgain = async (api: PlatformClient): Promise<Page> => {
    const first = queries.getQueryData<Page>([...key, scope]);
    if (first === undefined) return read(api);
    return withKnownTotal(first, await read(api, false)) ?? read(api);
  };
  return useRead(key, readAgain, options);
}

/** A resource with its version, which a change sends as If-Match so that it overwrites no other change. */
export interface Versioned<Data> {
  data: Data;
  etag: string | undefined;
}

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** The data of a call with its version. */
export async function withVersion<Called extends Answer>(call: Promise<Called>) {
  const data = await orThrow(call);
  const { response } = await call;
  return { data, etag: response.headers.get('etag') ?? undefined };
}

/** The If-Match header of a change. */
export const ifMatch = (etag: string | undefined) =>
  etag === undefined ? {} : { header: { 'If-Match': etag } };

/** What makes two writes equal. A file has no text, so it is only equal to itself. */
const keyOf = (input: unknown): unknown => (input instanceof Blob ? input : hashKey([input]));

/**
 * Writes in the selected scope, then refreshes data that may have changed. Pending until `afterwards` is done, which runs
 * even if the form has gone by then. A second click can come before its button is busy, so an equal write is not sent
 * again until the first one has ended.
 */
export function useWrite<Input, Result>(
  write: (api: PlatformClient, input: Input) => Promise<Result>,
  refreshes: readonly Resource[],
  afterwards?: () => Promise<unknown>,
) {
  const { api } = useApi();
  const queries = useQueryClient();
  const running = useRef(new Map<unknown, Promise<Result>>());
  const mutation = useMutation({
    mutationFn: (input: Input) => write(api, input),
    onSuccess: async () => {
      // What was repaired needs no attention any more, and a change is one of the shown changes of its thing, or a new name.
      for (const resource of [...refreshes, 'attention', 'auditActions', 'names'])
        void queries.invalidateQueries({ queryKey: [resource] });
      await afterwards?.();
    },
  });
  type Options = MutateOptions<Result, Error, Input>;
  const mutateAsync = (input: Input, options?: Options): Promise<Result> => {
    const key = keyOf(input);
    const earlier = running.current.get(key);
    if (earlier !== undefined) return earlier;
    const sent = mutation.mutateAsync(input, options).finally(() => running.current.delete(key));
    running.current.set(key, sent);
    return sent;
  };
  const mutate = (input: Input, options?: Options): void => {
    // The form shows why it failed.
    mutateAsync(input, options).catch(() => undefined);
  };
  return { ...mutation, mutate, mutateAsync };
}
