import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { getHealth } from '../../../shared/modules/platform/health/contract.ts';
import * as health from '../../../shared/modules/platform/health/service.ts';

export const handler = endpoint(getHealth, health.getHealth);
