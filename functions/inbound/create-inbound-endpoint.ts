import { creation } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createInboundEndpoint } from '../../shared/modules/webhooks/inbound/contract.ts';
import { toInboundEndpoint } from '../../shared/modules/webhooks/inbound/inbound-endpoint.ts';
import * as secrets from '../../shared/modules/webhooks/inbound/secret-service.ts';

type Created = Awaited<ReturnType<typeof secrets.createEndpoint>>;

const respond = ({ endpoint, secret }: Created) =>
  withRevision({ ...toInboundEndpoint(endpoint), secret }, endpoint.revision);

export const handler = creation(
  createInboundEndpoint,
  async ({ scope, body, context }) => respond(await secrets.createEndpoint(scope, body, context)),
  async ({ scope }, created) => respond(await secrets.createdEndpoint(scope, created)),
);
