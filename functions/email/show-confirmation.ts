import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { showConfirmation } from '../../shared/modules/email/contract.ts';
import * as links from '../../shared/modules/email/link-service.ts';

export const handler = endpoint(showConfirmation, async ({ query }) => links.showConfirmation(query));
