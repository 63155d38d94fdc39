import { downloadVersion } from '../../shared/attachments/version-contract.ts';
import { replyWithVersion } from '../../shared/attachments/version-service.ts';
import { streamEndpoint } from '../../shared/http/stream-endpoint.ts';

export const handler = streamEndpoint(downloadVersion, ({ scope, params, query, headOnly, range, ifRange }) =>
  replyWithVersion(scope, params.id, params.version, {
    download: query.download ?? false,
    headOnly,
    range,
    ifRange,
  }),
);
