/** Reads resources that need attention, for each module that the caller may see. */
import { orThrow, type PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { type ReadKey, useRead } from '../api/queries.ts';
import { lostStatuses } from '../deliveries/status.tsx';
import { useMay, useSession } from '../session/session.ts';
import { homeTexts } from '../texts/home.ts';
import type { Attention } from './attention-group.tsx';

const texts = homeTexts.attention;

const maxItems = 5;

/** Failed runs of the last day; earlier ones are in the history of their job. */
const failedSinceMs = 24 * 3_600_000;

interface Source {
  key: ReadKey;
  isVisible: boolean;
  /**
   * Events refresh deliveries; polling finds changes before the stream was open. Runs publish no events to browsers.
   */
  refreshEveryMs?: number;
  read: (api: PlatformClient) => Promise<Attention>;
}

const everyHalfMinute = { refreshEveryMs: 30_000 };

async function failedDeliveries(api: PlatformClient): Promise<Attention> {
  const query = { status: [...lostStatuses], pageSize: maxItems };
  const { items, total, totalIsExact } = await orThrow(
    api.GET('/api/webhooks/deliveries', { params: { query } }),
  );
  return {
    title: texts.deliveries,
    total,
    totalIsExact,
    all: { to: `/deliveries?status=${lostStatuses.join(',')}`, title: texts.allDeliveries },
    items: items.map(({ id, eventType, webhookName, errorMessage, createdAt }) => ({
      id,
      to: `/deliveries/${id}`,
      title: webhookName === null ? eventType : texts.delivery(eventType, webhookName),
      message: errorMessage,
      since: createdAt,
    })),
  };
}

async function failedJobRuns(api: PlatformClient): Promise<Attention> {
  const query = { since: new Date(Date.now() - failedSinceMs).toISOString(), pageSize: maxItems };
  const { data, meta } = await orThrow(api.GET('/api/scheduler/failed-runs', { params: { query } }));
  return {
    title: texts.jobRuns,
    total: meta.total,
    totalIsExact: meta.totalIsExact,
    all: { to: '/jobs/failures', title: texts.allJobRuns },
    items: data.map(({ id, jobId, jobName, error, failedAt }) => ({
      id,
      to: `/jobs/${jobId}`,
      title: jobName,
      message: error,
      since: failedAt,
    })),
  };
}

async function failedSyncRuns(api: PlatformClient): Promise<Attention> {
  const query = { status: 'failed', pageSize: maxItems } as const;
  const { items, total } = await orThrow(api.GET('/api/data_sync/runs', { params: { query } }));
  return {
    title: texts.runs,
    total,
    all: { to: '/sync?status=failed', title: texts.allRuns },
    items: items.map(({ id, integrationId, entityType, lastError, createdAt }) => ({
      id,
      to: `/sync/runs/${id}`,
      title: texts.run(integrationId, entityType),
      message: lastError,
      since: createdAt,
    })),
  };
}

async function integrationsInNeed(api: PlatformClient): Promise<Attention> {
  const query = { credentialsNeeded: true, pageSize: maxItems };
  const { items, total } = await orThrow(api.GET('/api/integrations', { params: { query } }));
  return {
    title: texts.integrations,
    total,
    all: { to: '/integrations?state=needs', title: texts.allIntegrations },
    items: items.map(({ id, title, reauthRequired }) => ({
      id,
      to: `/integrations/${id}`,
      title,
      message: reauthRequired ? texts.reauthorize : texts.noCredentials,
    })),
  };
}

async function deadLetters(api: PlatformClient): Promise<Attention> {
  const { items, total } = await orThrow(api.GET('/api/overview/dead-letters'));
  return {
    title: texts.deadLetters,
    total,
    all: { to: '/dead-letters', title: texts.allDeadLetters },
    items: items.slice(0, maxItems).map(({ queue, count }) => ({
      id: queue,
      to: `/dead-letters/${queue}`,
      title: queue,
      message: texts.messages(count),
    })),
  };
}

function useSource({ key, isVisible, refreshEveryMs, read }: Source) {
  return useRead(key, read, { enabled: isVisible, ...(refreshEveryMs && { refreshEveryMs }) });
}

/** The kinds with entries, and the state of reading. `isFirst` omits secondary ones. */
export function useAttention(isFirst: boolean) {
  const may = useMay();
  const { isSuperAdmin } = useSession();
  const readings = [
    useSource({
      key: ['deliveries', 'failed'],
      isVisible: may('webhooks.view'),
      ...everyHalfMinute,
      read: failedDeliveries,
    }),
    useSource({
      key: ['jobs', 'failed'],
      isVisible: may('scheduler.jobs.view'),
      ...everyHalfMinute,
      read: failedJobRuns,
    }),
    useSource({
      key: ['syncRuns', 'failed'],
      isVisible: may('data_sync.view'),
      ...everyHalfMinute,
      read: failedSyncRuns,
    }),
    useSource({
      key: ['integrations', 'needs'],
      isVisible: may('integrations.view'),
      ...everyHalfMinute,
      read: integrationsInNeed,
    }),
    useSource({
      key: ['deadLetters', 'first'],
      isVisible: isSuperAdmin && !isFirst,
      ...everyHalfMinute,
      read: deadLetters,
    }),
  ];
  return {
    groups: readings.flatMap(({ data }) => (data && data.total > 0 ? [data] : [])),
    failures: readings.filter(({ error }) => error !== null),
    isLoading: readings.some(({ isLoading }) => isLoading),
  };
}
