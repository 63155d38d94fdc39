/** The endpoint for recent activity, for overview pages. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, count, timestamp } from '../../../kernel/http/fields.ts';
import { hourlyQuery } from '../../../kernel/http/hourly-window.ts';
import { DeliveryPoint } from '../../webhooks/public-data.ts';

export const ActivityQuery = z.object(hourlyQuery);
export type ActivityQuery = z.infer<typeof ActivityQuery>;

const at = timestamp('Start of the hour.');

const JobRunPoint = z
  .object({
    at,
    completed: count('Runs that completed.', 4),
    failed: count('Runs that failed in their last attempt.', 1),
  })
  .check(z.meta({ id: 'JobRunPoint', description: 'Runs of scheduled jobs in one hour.' }));
const SyncRunPoint = z
  .object({
    at,
    completed: count('Runs that completed.', 1),
    failed: count('Runs that failed.', 0),
    cancelled: count('Runs that were cancelled.', 0),
  })
  .check(z.meta({ id: 'SyncRunPoint', description: 'Runs of data sync in one hour.' }));

const seriesOf = <Point extends z.core.$ZodType>(point: Point, feature: string) =>
  z
    .nullable(z.array(point))
    .check(about(`One point per hour of the time range, earliest first; null without \`${feature}\`.`));

export const activityFeatures = {
  deliveries: 'webhooks.view',
  jobRuns: 'scheduler.jobs.view',
  syncRuns: 'data_sync.view',
} as const;

export const getActivity = defineEndpoint({
  ...operation('getActivity', 'GET', '/api/overview/activity'),
  module: 'overview',
  summary: 'Show deliveries and runs by hour',
  description:
    'Returns the activity of the selected organizations by hour: webhook deliveries, runs of scheduled jobs ' +
    '(including jobs of the whole tenant) and sync runs. You receive the series that your features allow. ' +
    'Deliveries and runs count in the hour in which they ended. The numbers are approximate: after a crash, a ' +
    'count may be missing or doubled. They are kept for 35 days.',
  auth: 'caller',
  scope: 'organization',
  query: ActivityQuery,
  success: returns(
    z.object({
      since: timestamp('Beginning of the first hour.'),
      until: timestamp('End of the time range.'),
      deliveries: seriesOf(DeliveryPoint, activityFeatures.deliveries),
      jobRuns: seriesOf(JobRunPoint, activityFeatures.jobRuns),
      syncRuns: seriesOf(SyncRunPoint, activityFeatures.syncRuns),
    }),
  ),
  permissions: { table: ['Query'] },
});
