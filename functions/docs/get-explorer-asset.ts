import { getExplorerAsset } from '../../shared/docs/contract.ts';
import { explorerAsset } from '../../shared/docs/explorer-assets.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(getExplorerAsset, async ({ params, acceptEncoding }) =>
  explorerAsset(params.file, acceptEncoding),
);
