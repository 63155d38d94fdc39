/** Recent activity by hour, from the hourly counts of all modules. */
import { hasFeature } from '../../../kernel/base/principal.ts';
import { hourlyWindowOf, shownWindow } from '../../../kernel/http/hourly-window.ts';
import type { Actor } from '../../../kernel/http/operation.ts';
import { type HourlyCount, hourlySeries, readHourlyCounts, toPoints } from '../../../kernel/table/counts.ts';
import { deliveryCounts } from '../../webhooks/public.ts';
import { type ActivityQuery, activityFeatures } from './contract.ts';

/** Returns the series that the caller may see. Sends one Query for the tenant and one per selected organization. */
export async function getActivity({ scope, context: { principal, nowMs } }: Actor, query: ActivityQuery) {
  const { tenantId, organizationIds } = scope;
  const window = hourlyWindowOf(query, nowMs);
  const owners = [null, ...organizationIds].map((organizationId) => ({ tenantId, organizationId }));
  const counts = await readHourlyCounts(owners, window.fromMs, window.toMs);
  const points = <Name extends string>(
    series: keyof typeof activityFeatures,
    names: readonly Name[],
  ): ReturnType<typeof toPoints<Name>> | null => {
    if (!hasFeature(principal, activityFeatures[series])) return null;
    const seriesCounts: HourlyCount[] = counts.filter((count) => count.series === hourlySeries[series]);
    return toPoints(seriesCounts, names, window);
  };
  return {
    ...shownWindow(window),
    deliveries: points('deliveries', deliveryCounts),
    jobRuns: points('jobRuns', ['completed', 'failed']),
    syncRuns: points('syncRuns', ['completed', 'failed', 'cancelled']),
  };
}
