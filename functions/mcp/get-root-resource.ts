import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getRootResource } from '../../shared/modules/mcp/contract.ts';
import { resourceMetadata } from '../../shared/modules/mcp/resource-metadata.ts';

export const handler = endpoint(getRootResource, resourceMetadata);
