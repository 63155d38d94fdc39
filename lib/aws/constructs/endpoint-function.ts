import { Fn } from 'aws-cdk-lib';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import type { ApiName } from '../../../shared/kernel/modules/manifest.ts';
import type { Deployment } from '../deployment.ts';
import { apiIdExportName } from '../names.ts';
import type { PlatformResources } from '../platform-resources.ts';
import { endpointGrants } from '../policies/grants.ts';
import { routeKeysOf } from '../route-keys.ts';
import { ApiRoutes, apiSuffix } from './api-routes.ts';
import { PlatformFunction, type PlatformFunctionProps } from './platform-function.ts';
import { WholeFunction } from './whole-function.ts';

export interface EndpointFunctionProps {
  deployment: Deployment;
  endpoint: Endpoint;
  apis: readonly ApiName[];
  tableArn: string;
  shared: PlatformResources;
  logGroup: LogGroup;
  reserved: Reserved;
}

/** Lambda concurrency that is reserved for one function, 0 for none. */
export interface Reserved {
  /** Of functions whose responses stay open. */
  connections: number;
  /** Of functions that send files. */
  downloads: number;
}

// An HTTP API abandons an integration after 30 s; a function that runs longer would work for no response.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
const maxTimeoutSeconds = 29;

const openBecause: Record<Endpoint['auth'], string> = {
  caller:
    'The function authenticates the caller itself, with the same write that counts the request against its rate ' +
    'limit; an authorizer would add a second function and a second read.',
  optional:
    'The endpoint is public by its contract; the function authenticates callers that send credentials.',
  none: 'The endpoint is public by its contract.',
};

const reservedFor = ({ holdsConnection }: Endpoint, { connections, downloads }: Reserved) =>
  (holdsConnection ? connections : downloads) || undefined;

// Streamed responses are limited only by Lambda's timeout.
// https://docs.aws.amazon.com/lambda/latest/dg/configuration-timeout.html
const maxStreamSeconds = 900;

/**
 * All AWS resources of one endpoint: role and function; then integration, route and permission. A streaming endpoint has
 * a second function, and the URLs of both are in the stack of the public host instead.
 */
export class EndpointFunction extends Construct {
  constructor(scope: Construct, id: string, props: EndpointFunctionProps) {
    super(scope, id);
    const { deployment, endpoint, shared, logGroup, tableArn } = props;
    const streams = endpoint.transport === 'stream';
    if ((endpoint.timeoutSeconds ?? 0) > (streams ? maxStreamSeconds : maxTimeoutSeconds)) {
      throw new Error(
        streams
          ? `${endpoint.operationId}: Lambda runs at most ${maxStreamSeconds} s`
          : `${endpoint.operationId}: the API waits at most ${maxTimeoutSeconds} s for a function`,
      );
    }
    if (streams && endpoint.method !== 'GET') {
      throw new Error(
        `${endpoint.operationId}: only GET can be streamed, because signing needs the body's hash`,
      );
    }

    const functionProps: PlatformFunctionProps = {
      deployment,
      module: endpoint.module,
      name: endpoint.operationId,
      description: `${endpoint.method} ${endpoint.path}: ${endpoint.summary}`.slice(0, 256),
      logGroup,
      grants: endpointGrants(endpoint, { tableArn, logGroupArn: logGroup.logGroupArn, shared }),
      environment: shared.environment(endpoint.permissions),
      memoryMb: endpoint.memoryMb,
      timeoutSeconds: endpoint.timeoutSeconds,
      ...(streams && { reservedConcurrency: reservedFor(endpoint, props.reserved) }),
    };
    const target = new PlatformFunction(this, 'Handler', functionProps);
    if (streams) {
      new WholeFunction(this, 'Whole', functionProps, target);
      return;
    }
    for (const api of props.apis)
      new ApiRoutes(this, `Api${apiSuffix(api)}`, {
        apiId: Fn.importValue(apiIdExportName(deployment.stage, api)),
        routeKeys: routeKeysOf(endpoint),
        target,
        openBecause: openBecause[endpoint.auth],
      });
  }
}
