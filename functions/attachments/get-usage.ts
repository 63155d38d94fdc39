import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as library from '../../shared/modules/attachments/library/library-service.ts';
import { getUsage } from '../../shared/modules/attachments/library/record-files-contract.ts';

export const handler = endpoint(getUsage, library.getUsage);
