import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Endpoint } from '../../shared/http/contract.ts';
import { ApiRoute } from './api-route.ts';
import type { Deployment } from './deployment.ts';
import { endpointGrants } from './grants.ts';
import { PlatformFunction } from './platform-function.ts';

export interface EndpointFunctionProps {
  deployment: Deployment;
  endpoint: Endpoint;
  apiId: string;
  tableArn: string;
  logGroup: LogGroup;
}

// An HTTP API gives up on an integration after 30 s; a function that runs on would do work nobody sees.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
const longestTimeoutSeconds = 29;

const openBecause: Record<Endpoint['auth'], string> = {
  caller:
    'The function authenticates the caller itself, with the same single write that counts the request ' +
    'against its rate limit; an authorizer would be a second function and a second read.',
  none: 'The endpoint is public by its contract.',
};

/** Everything one endpoint needs in AWS: role, function, integration, route and permission. */
export class EndpointFunction extends Construct {
  constructor(scope: Construct, id: string, props: EndpointFunctionProps) {
    super(scope, id);
    const { deployment, endpoint, logGroup, tableArn } = props;
    if ((endpoint.timeoutSeconds ?? 0) > longestTimeoutSeconds) {
      throw new Error(
        `${endpoint.operationId}: the API waits at most ${longestTimeoutSeconds} s for a function`,
      );
    }

    const target = new PlatformFunction(this, 'Handler', {
      deployment,
      module: endpoint.module,
      name: endpoint.operationId,
      description: `${endpoint.method} ${endpoint.path}: ${endpoint.summary}`.slice(0, 256),
      logGroup,
      grants: endpointGrants(endpoint, { tableArn, logGroupArn: logGroup.logGroupArn }),
      memoryMb: endpoint.memoryMb,
      timeoutSeconds: endpoint.timeoutSeconds,
    });
    new ApiRoute(this, 'Api', {
      apiId: props.apiId,
      routeKey: `${endpoint.method} ${endpoint.path}`,
      target,
      openBecause: openBecause[endpoint.auth],
    });
  }
}
