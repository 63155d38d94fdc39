import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listSuppressedAddresses } from '../../shared/modules/email/log-contract.ts';
import * as log from '../../shared/modules/email/log-service.ts';

export const handler = endpoint(listSuppressedAddresses, log.listSuppressedAddresses);
