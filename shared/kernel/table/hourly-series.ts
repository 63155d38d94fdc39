/** Names of hourly counters. */
export const hourlySeries = { deliveries: 'deliveries', jobRuns: 'job-runs', syncRuns: 'sync-runs' } as const;
