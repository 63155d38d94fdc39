/** Reads resources that need attention, for each module that the caller may see. */
import {
  orThrow,
  type PlatformClient,
  type WebhookDeliveryRow,
  type WebhookRow,
} from '../../../shared/clients/typescript/index.ts';
import { type ReadKey, useRead } from '../api/queries.ts';
import { lostStatuses } from '../deliveries/status.tsx';
import { useMay, useSession } from '../session/session.ts';
import { homeTexts } from '../texts/home.ts';
import type { Attention, AttentionItem } from './attention-group.tsx';
import { failingSyncs, problemsIn, type WebhookProblem, webhookProblems } from './problems.ts';

const texts = homeTexts.attention;

const maxItems = 5;
/** Failures that are read to find the problems. */
const maxFailures = 50;

/** Failed runs of the last day; earlier ones are in the history of their job. */
const failedSinceMs = 24 * 3_600_000;

interface Source {
  /** Its name for callers who may not see it; undefined if only super administrators may. */
  kind?: string;
  key: ReadKey;
  isVisible: boolean;
  /** Whether it waits until the other sources are read. */
  isDeferred?: boolean;
  /**
   * Events refresh deliveries; polling finds changes before the stream was open. Runs publish no events to browsers.
   */
  refreshEveryMs?: number;
  read: (api: PlatformClient) => Promise<Attention>;
}

const everyHalfMinute = { refreshEveryMs: 30_000 };

const moreOf = (earlier: number, to: string): AttentionItem['more'] =>
  earlier === 0 ? undefined : { to, title: texts.earlier(earlier) };

/** Webhooks whose health is read: as many as an organization may have by default. */
const maxWebhooks = 500;
const webhooksPerPage = 100;

/** The active webhooks with their health. Few tenants have more than one page. */
async function activeWebhooks(api: PlatformClient) {
  const read = (page: number) => {
    const query = { isActive: true, pageSize: webhooksPerPage, page };
    return orThrow(api.GET('/api/webhooks', { params: { query } }));
  };
  const first = await read(1);
  const pages = Math.min(first.totalPages, maxWebhooks / webhooksPerPage);
  const others = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(index + 2));
  return { total: first.total, items: [first, ...(await Promise.all(others))].flatMap(({ items }) => items) };
}

const lostPath = `/deliveries?status=${lostStatuses.join(',')}`;

type FoundProblem = WebhookProblem<WebhookDeliveryRow, WebhookRow>;

function webhookItem({ key, failing, latest, earlier }: FoundProblem): AttentionItem {
  const reasons = [failing && texts.failing(failing.consecutiveFailures), latest?.errorMessage];
  const message = reasons.filter(Boolean).join(' ') || null;
  if (latest === undefined)
    return {
      id: key,
      to: `/webhooks/${key}`,
      title: failing?.name ?? key,
      message,
      since: failing?.lastFailureAt ?? undefined,
      more: { to: `/deliveries?webhook=${key}`, title: texts.itsDeliveries },
    };
  return {
    id: key,
    to: `/deliveries/${latest.id}`,
    title:
      latest.webhookName === null ? latest.eventType : texts.delivery(latest.eventType, latest.webhookName),
    message,
    since: latest.createdAt,
    more: moreOf(earlier, key === '' ? lostPath : `${lostPath}&webhook=${key}`),
  };
}

async function failingWebhooks(api: PlatformClient): Promise<Attention> {
  const query = { status: [...lostStatuses], pageSize: maxFailures };
  const [failed, webhooks] = await Promise.all([
    orThrow(api.GET('/api/webhooks/deliveries', { params: { query } })),
    activeWebhooks(api),
  ]);
  const problems = webhookProblems(failed.items, webhooks.items);
  return {
    title: texts.deliveries,
    total: problems.length,
    totalIsExact: failed.total <= failed.items.length && webhooks.total <= webhooks.items.length,
    all: { to: lostPath, title: texts.allDeliveries },
    items: problems.slice(0, maxItems).map(webhookItem),
  };
}

async function failedJobRuns(api: PlatformClient): Promise<Attention> {
  const query = { since: new Date(Date.now() - failedSinceMs).toISOString(), pageSize: maxFailures };
  const { data, meta } = await orThrow(api.GET('/api/scheduler/failed-runs', { params: { query } }));
  const problems = problemsIn(data, ({ jobId }) => jobId);
  return {
    title: texts.jobRuns,
    total: problems.length,
    totalIsExact: meta.total <= data.length,
    all: { to: '/jobs/failures', title: texts.allJobRuns },
    items: problems.slice(0, maxItems).map(({ key, latest, earlier }) => ({
      id: key,
      to: `/jobs/${key}`,
      title: latest.jobName,
      message: latest.error,
      since: latest.failedAt,
      more: moreOf(earlier, '/jobs/failures'),
    })),
  };
}

async function failedSyncs(api: PlatformClient): Promise<Attention> {
  const query = { pageSize: maxFailures };
  const { items } = await orThrow(api.GET('/api/data_sync/runs', { params: { query } }));
  const failing = failingSyncs(items);
  return {
    title: texts.runs,
    total: failing.length,
    all: { to: '/sync', title: texts.allRuns },
    items: failing
      .slice(0, maxItems)
      .map(({ id, integrationId, entityType, status, lastError, failedCount, createdAt }) => ({
        id,
        to: `/sync/runs/${id}`,
        title: texts.run(integrationId, entityType),
        message: status === 'failed' ? lastError : texts.failedRows(failedCount),
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

function useSource({ kind, key, isVisible, isDeferred = false, refreshEveryMs, read }: Source) {
  const { data, error, refetch, isLoading } = useRead(key, read, {
    enabled: isVisible && !isDeferred,
    ...(refreshEveryMs && { refreshEveryMs }),
  });
  return { kind, isVisible, data, error, refetch, isLoading: isLoading || (isVisible && isDeferred) };
}

/** The kinds with problems, the state of reading, and which kinds the caller may see. `isFirst` defers secondary ones. */
export function useAttention(isFirst: boolean) {
  const may = useMay();
  const { isSuperAdmin } = useSession();
  const readings = [
    useSource({
      kind: texts.kinds.deliveries,
      key: ['deliveries', 'failed'],
      isVisible: may('webhooks.view'),
      ...everyHalfMinute,
      read: failingWebhooks,
    }),
    useSource({
      kind: texts.kinds.jobs,
      key: ['jobs', 'failed'],
      isVisible: may('scheduler.jobs.view'),
      ...everyHalfMinute,
      read: failedJobRuns,
    }),
    useSource({
      kind: texts.kinds.syncs,
      key: ['syncRuns', 'failed'],
      isVisible: may('data_sync.view'),
      ...everyHalfMinute,
      read: failedSyncs,
    }),
    useSource({
      kind: texts.kinds.integrations,
      key: ['integrations', 'needs'],
      isVisible: may('integrations.view'),
      isDeferred: isFirst,
      ...everyHalfMinute,
      read: integrationsInNeed,
    }),
    useSource({
      key: ['deadLetters', 'first'],
      isVisible: isSuperAdmin,
      isDeferred: isFirst,
      ...everyHalfMinute,
      read: deadLetters,
    }),
  ];
  const kindsOf = (isVisible: boolean): string[] =>
    readings.flatMap(({ kind, isVisible: isShown }) =>
      kind !== undefined && isShown === isVisible ? [kind] : [],
    );
  return {
    seen: kindsOf(true),
    unseen: kindsOf(false),
    groups: readings.flatMap(({ data }) => (data && data.total > 0 ? [data] : [])),
    failures: readings.filter(({ error }) => error !== null),
    isLoading: readings.some(({ isLoading }) => isLoading),
  };
}
