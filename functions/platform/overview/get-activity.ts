import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import * as overview from '../../../shared/modules/platform/overview/activity.ts';
import { getActivity } from '../../../shared/modules/platform/overview/contract.ts';

export const handler = endpoint(getActivity, overview.getActivity);
