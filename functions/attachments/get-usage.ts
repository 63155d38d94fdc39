import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getUsage } from '../../shared/modules/attachments/contract.ts';
import * as library from '../../shared/modules/attachments/library/library-service.ts';

export const handler = endpoint(getUsage, async ({ scope }) => library.usage(scope));
