import { attentionSources as sources } from '../../shared/catalog/module-attention.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { reopenCause } from '../../shared/modules/attention/contract.ts';
import * as attention from '../../shared/modules/attention/service.ts';

export const handler = endpoint(reopenCause, ({ scope, params, context }) =>
  attention.reopenCause({ scope, sources, context }, params.id),
);
