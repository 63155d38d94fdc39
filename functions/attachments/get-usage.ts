import { getUsage } from '../../shared/attachments/contract.ts';
import * as library from '../../shared/attachments/library-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(getUsage, async ({ scope }) => library.usage(scope));
