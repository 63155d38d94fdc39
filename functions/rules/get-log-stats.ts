import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getLogStats } from '../../shared/modules/rules/log/log-contract.ts';
import * as logs from '../../shared/modules/rules/log/log-service.ts';

export const handler = endpoint(getLogStats, logs.getLogStats);
