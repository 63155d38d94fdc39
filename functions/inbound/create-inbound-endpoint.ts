import { creation } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { toResponse } from '../../shared/kernel/resources/values.ts';
import { createInboundEndpoint } from '../../shared/modules/webhooks/inbound/contract.ts';
import { inboundEndpoints } from '../../shared/modules/webhooks/inbound/inbound-endpoints.ts';
import * as secrets from '../../shared/modules/webhooks/inbound/secret-service.ts';

type Created = Awaited<ReturnType<typeof secrets.createEndpoint>>;

const respond = ({ endpoint, secret }: Created) =>
  withRevision({ ...toResponse(inboundEndpoints, endpoint), secret }, endpoint.revision);

export const handler = creation(
  createInboundEndpoint,
  async ({ scope, body, context }) => respond(await secrets.createEndpoint(scope, body, context)),
  async ({ scope }, created) => respond(await secrets.createdEndpoint(scope, created)),
);
