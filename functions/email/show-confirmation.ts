import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as links from '../../shared/modules/email/link-service.ts';
import { showConfirmation } from '../../shared/modules/email/settings-contract.ts';

export const handler = endpoint(showConfirmation, async ({ query }) =>
  links.showConfirmation(query, Date.now()),
);
