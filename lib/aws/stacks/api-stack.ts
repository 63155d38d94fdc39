import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { ApisOf } from '../../../shared/catalog/apis.ts';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { apiNames } from '../../../shared/kernel/modules/manifest.ts';
import { ApiRoutes, apiSuffix } from '../constructs/api-routes.ts';
import { HttpApi } from '../constructs/http-api.ts';
import { PlatformFunction } from '../constructs/platform-function.ts';
import type { Deployment } from '../deployment.ts';
import { notFoundEntry } from '../function-entries.ts';
import { apiIdExportName } from '../names.ts';
import { endpointGrants } from '../policies/grants.ts';
import { refusedKeysOf } from '../route-keys.ts';
import { PlatformStack } from './platform-stack.ts';

/** The HTTP APIs, and the function for requests that match no route of a module. */
export class ApiStack extends PlatformStack {
  constructor(
    scope: Construct,
    deployment: Deployment,
    { endpoints, apisOf }: { endpoints: readonly Endpoint[]; apisOf: ApisOf },
  ) {
    super(scope, deployment, 'api', 'Platform Modules: the HTTP APIs');
    const { module, name } = notFoundEntry;
    const logGroup = this.moduleLogGroup(module, 'own');
    const notFound = new PlatformFunction(this, 'NotFound', {
      deployment,
      module,
      name,
      description: "Returns 404 or 405 in the platform's error format",
      logGroup,
      grants: endpointGrants({ auth: 'none', scope: 'none' }, this.grantTargets(logGroup)),
    });
    for (const name of apiNames) {
      const suffix = apiSuffix(name);
      const { apiId } = new HttpApi(this, `Http${suffix}`, deployment, name);
      new ApiRoutes(this, `Fallback${suffix}`, {
        apiId,
        routeKeys: [
          '$default',
          ...refusedKeysOf(endpoints.filter(({ module }) => apisOf(module).includes(name))),
        ],
        target: notFound,
        openBecause: 'It only returns that the route does not exist, or has other methods.',
      });
      new CfnOutput(this, `ApiId${suffix}`, {
        value: apiId,
        exportName: apiIdExportName(deployment.stage, name),
      });
    }
  }
}
