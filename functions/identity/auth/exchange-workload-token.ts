import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { exchangeWorkloadToken } from '../../../shared/modules/identity/workloads/contract.ts';
import * as workloads from '../../../shared/modules/identity/workloads/workload-session.ts';

export const handler = endpoint(exchangeWorkloadToken, workloads.exchangeWorkloadToken);
