import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { IngestNetwork } from '../constructs/ingest-network.ts';
import { IngestService } from '../constructs/ingest-service.ts';
import { IngestTask, ingestContainer } from '../constructs/ingest-task.ts';
import type { Deployment } from '../deployment.ts';
import { type IngestExport, ingestExportName, ingestExports } from '../names.ts';
import { endpointGrants, type Statement } from '../policies/grants.ts';
import { PlatformStack } from './platform-stack.ts';

/** The service for bodies that are too large for Lambda: the same handlers, in containers. */
export class IngestStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment, endpoints: readonly Endpoint[]) {
    super(scope, deployment, 'ingest', 'Platform Modules: the service for large uploads');
    const logGroup = this.moduleLogGroup('ingest', 'of-other-modules');
    const targets = this.grantTargets(logGroup);
    const network = new IngestNetwork(this, 'Network', {
      stage: deployment.stage,
      taskPort: ingestContainer.port,
      availabilityZones: deployment.availabilityZones,
    });
    // The first grant is for a function's log lines; another role writes those of a task.
    const [, ...grants] = distinct(endpoints.flatMap((endpoint) => endpointGrants(endpoint, targets)));
    const { taskDefinitionArn } = new IngestTask(this, 'Task', {
      deployment,
      logGroup,
      targets,
      grants,
      environment: Object.assign(
        {},
        ...endpoints.map(({ permissions }) => this.shared.environment(permissions)),
      ),
    });
    const service = new IngestService(this, 'Service', { deployment, network, taskDefinitionArn });
    const exported: Record<IngestExport, string> = {
      origin: service.vpcOriginId,
      host: service.domainName,
      balancer: service.loadBalancerArn,
    };
    for (const what of ingestExports)
      new CfnOutput(this, `Export-${what}`, {
        value: exported[what],
        exportName: ingestExportName(deployment.stage, what),
      });
  }
}

function distinct(statements: Statement[]): Statement[] {
  return [...new Map(statements.map((statement) => [JSON.stringify(statement), statement])).values()];
}
