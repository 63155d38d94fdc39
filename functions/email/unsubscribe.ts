import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { rawBody } from '../../shared/kernel/http/raw-body.ts';
import { unsubscribe } from '../../shared/modules/email/contract.ts';
import * as links from '../../shared/modules/email/link-service.ts';

export const handler = endpoint(
  unsubscribe,
  async ({ query, context }) => links.unsubscribe(query, context),
  rawBody,
);
