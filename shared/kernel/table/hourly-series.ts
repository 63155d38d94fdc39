/** Names of what is counted by the hour. */
export const hourlySeries = { deliveries: 'deliveries', jobRuns: 'job-runs', syncRuns: 'sync-runs' } as const;
