import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { activityOf } from '../../shared/modules/platform/overview/activity.ts';
import { getActivity } from '../../shared/modules/platform/overview/contract.ts';

export const handler = endpoint(getActivity, async ({ scope, principal, query, context }) =>
  activityOf(scope, principal, query, context.nowMs),
);
