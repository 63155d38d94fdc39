/** What happened lately, from the counts of all modules. */
import { hasFeature, type Principal, type Scope } from '../../../kernel/auth/principal.ts';
import { hourlyWindowOf, shownWindow } from '../../../kernel/http/hourly-window.ts';
import { type HourlyCount, readHourlyCounts, toPoints } from '../../../kernel/table/hourly-counts.ts';
import { hourlySeries } from '../../../kernel/table/hourly-series.ts';
import { deliveryCounts } from '../../webhooks/public.ts';
import { type ActivityQuery, activityFeatures } from './contract.ts';

/** The series that the caller may see. One Query for the tenant and one for each selected organization. */
export async function activityOf(
  { tenantId, organizationIds }: Scope,
  principal: Principal,
  query: ActivityQuery,
  nowMs: number,
) {
  const window = hourlyWindowOf(query, nowMs);
  const owners = [null, ...organizationIds].map((organizationId) => ({ tenantId, organizationId }));
  const counts = await readHourlyCounts(owners, window.fromMs, window.toMs);
  const points = <Name extends string>(
    series: keyof typeof activityFeatures,
    names: readonly Name[],
  ): ReturnType<typeof toPoints<Name>> | null => {
    if (!hasFeature(principal, activityFeatures[series])) return null;
    const own: HourlyCount[] = counts.filter((one) => one.series === hourlySeries[series]);
    return toPoints(own, names, window);
  };
  return {
    ...shownWindow(window),
    deliveries: points('deliveries', deliveryCounts),
    jobRuns: points('jobRuns', ['completed', 'failed']),
    syncRuns: points('syncRuns', ['completed', 'failed', 'cancelled']),
  };
}
