import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listMails } from '../../shared/modules/email/log-contract.ts';
import * as log from '../../shared/modules/email/log-service.ts';

export const handler = endpoint(listMails, log.listMails);
