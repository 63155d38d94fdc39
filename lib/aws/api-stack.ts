import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ApiRoute } from './api-route.ts';
import { notFoundEntry } from './bundle.ts';
import type { Deployment } from './deployment.ts';
import { endpointGrants } from './grants.ts';
import { HttpApi } from './http-api.ts';
import { apiIdExportName } from './names.ts';
import { PlatformFunction } from './platform-function.ts';
import { PlatformStack } from './platform-stack.ts';

/** The HTTP API, and the function that answers requests which match no route of a module. */
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
      description: 'Answers 404 in the error shape of the platform',
      logGroup,
      grants: endpointGrants({ auth: 'none', scope: 'none' }, this.grantTargets(logGroup)),
    });
    new ApiRoute(this, 'Fallback', {
      apiId,
      routeKey: '$default',
      target: notFound,
      openBecause: 'It only says that there is no such route.',
    });

    new CfnOutput(this, 'ApiId', { value: apiId, exportName: apiIdExportName(deployment.stage) });
  }
}
