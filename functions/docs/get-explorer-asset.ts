import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getExplorerAsset } from '../../shared/modules/docs/contract.ts';
import * as explorer from '../../shared/modules/docs/explorer-assets.ts';

export const handler = endpoint(getExplorerAsset, explorer.getExplorerAsset);
