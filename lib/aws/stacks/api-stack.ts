import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ApiRoute } from '../constructs/api-route.ts';
import { HttpApi } from '../constructs/http-api.ts';
import { PlatformFunction } from '../constructs/platform-function.ts';
import type { Deployment } from '../deployment.ts';
import { notFoundEntry } from '../function-entries.ts';
import { apiIdExportName } from '../names.ts';
import { endpointGrants } from '../policies/grants.ts';
import { PlatformStack } from './platform-stack.ts';

/** The HTTP API, and the function for requests that match no route of a module. */
export class ApiStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment) {
    super(scope, deployment, 'api', 'Platform Modules: the HTTP API');
    const { apiId } = new HttpApi(this, 'Http', deployment);

    const { module, name } = notFoundEntry;
    const logGroup = this.moduleLogGroup(module);
    const notFound = new PlatformFunction(this, 'NotFound', {
      deployment,
      module,
      name,
      description: "Returns 404 in the platform's error format",
      logGroup,
      grants: endpointGrants({ auth: 'none', scope: 'none' }, this.grantTargets(logGroup)),
    });
    new ApiRoute(this, 'Fallback', {
      apiId,
      routeKey: '$default',
      target: notFound,
      openBecause: 'It only returns that the route does not exist.',
    });

    new CfnOutput(this, 'ApiId', { value: apiId, exportName: apiIdExportName(deployment.stage) });
  }
}
