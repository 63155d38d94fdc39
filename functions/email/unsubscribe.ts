import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { rawBody } from '../../shared/kernel/http/raw-body.ts';
import * as links from '../../shared/modules/email/link-service.ts';
import { unsubscribe } from '../../shared/modules/email/settings-contract.ts';
import { withErrorPages } from '../../shared/modules/email/texts/link-page.ts';

export const handler = withErrorPages(endpoint(unsubscribe, links.unsubscribe, rawBody));
