/** What needs attention, read for each module that the caller may see. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { useMay } from '../session/session.ts';
import { homeTexts } from '../texts/home.ts';
import type { Attention } from './attention-group.tsx';

const texts = homeTexts.attention;

const maxItems = 5;

/** Runs publish no event. */
const refreshEveryMs = 30_000;

function useFailedDeliveries(enabled: boolean) {
  return useRead(
    ['deliveries', 'failed'],
    async (api): Promise<Attention> => {
      const { items, total } = await orThrow(
        api.GET('/api/webhooks/deliveries', { params: { query: { status: 'expired', pageSize: maxItems } } }),
      );
      return {
        title: texts.deliveries,
        total,
        all: { to: '/deliveries?status=expired', title: texts.allDeliveries },
        items: items.map(({ id, eventType, webhookName, errorMessage, createdAt }) => ({
          id,
          to: `/deliveries/${id}`,
          title: webhookName === null ? eventType : texts.delivery(eventType, webhookName),
          message: errorMessage,
          since: createdAt,
        })),
      };
    },
    { enabled },
  );
}

function useFailedRuns(enabled: boolean) {
  return useRead(
    ['syncRuns', 'failed'],
    async (api): Promise<Attention> => {
      const { items, total } = await orThrow(
        api.GET('/api/data_sync/runs', { params: { query: { status: 'failed', pageSize: maxItems } } }),
      );
      const all = { to: '/work?status=failed', title: texts.allRuns };
      return {
        title: texts.runs,
        total,
        all,
        items: items.map(({ id, integrationId, entityType, lastError, createdAt }) => ({
          id,
          to: all.to,
          title: texts.run(integrationId, entityType),
          message: lastError,
          since: createdAt,
        })),
      };
    },
    { enabled, refreshEveryMs },
  );
}

/** The kinds of which there is something, and how reading them went. */
export function useAttention() {
  const may = useMay();
  const readings = [useFailedDeliveries(may('webhooks.view')), useFailedRuns(may('data_sync.view'))];
  return {
    groups: readings.flatMap(({ data }) => (data && data.total > 0 ? [data] : [])),
    failures: readings.filter(({ error }) => error !== null),
    isLoading: readings.some(({ isLoading }) => isLoading),
  };
}
