import { attentionSources } from '../../shared/catalog/module-attention.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { muteCause } from '../../shared/modules/attention/contract.ts';
import * as attention from '../../shared/modules/attention/service.ts';

export const handler = endpoint(muteCause, attention.muteCause(attentionSources));
