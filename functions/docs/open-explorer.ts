import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { explorerPath } from '../../shared/kernel/http/explorer-path.ts';
import { redirectTo } from '../../shared/kernel/http/reply.ts';
import { openExplorer } from '../../shared/modules/docs/contract.ts';

export const handler = endpoint(openExplorer, async () => redirectTo(explorerPath));
