import { creation } from '../../../shared/kernel/http/creation.ts';
import { createInboundEndpoint } from '../../../shared/modules/webhooks/inbound/contract.ts';
import * as secrets from '../../../shared/modules/webhooks/inbound/secret-service.ts';

export const handler = creation(
  createInboundEndpoint,
  secrets.createInboundEndpoint,
  secrets.createdInboundEndpoint,
);
