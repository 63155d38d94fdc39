import { streamEndpoint } from '../../shared/kernel/http/stream-endpoint.ts';
import { downloadVersion } from '../../shared/modules/attachments/versions/version-contract.ts';
import { replyWithVersion } from '../../shared/modules/attachments/versions/version-service.ts';

export const handler = streamEndpoint(
  downloadVersion,
  ({ scope, params, query, headOnly, range, ifRange, ifNoneMatch }) =>
    replyWithVersion(scope, params.id, params.version, {
      download: query.download ?? false,
      headOnly,
      range,
      ifRange,
      ifNoneMatch,
    }),
);
