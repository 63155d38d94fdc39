import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as links from '../../shared/modules/email/link-service.ts';
import { showUnsubscribe } from '../../shared/modules/email/settings-contract.ts';
import { withErrorPages } from '../../shared/modules/email/texts/link-page.ts';

export const handler = withErrorPages(endpoint(showUnsubscribe, links.showUnsubscribe));
