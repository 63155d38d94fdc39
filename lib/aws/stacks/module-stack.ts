import type { Construct } from 'constructs';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import type { ApiName } from '../../../shared/kernel/modules/manifest.ts';
import type { Worker } from '../../../shared/kernel/queues/worker-spec.ts';
import { EndpointFunction, type Reserved } from '../constructs/endpoint-function.ts';
import { WorkerFunction } from '../constructs/worker-function.ts';
import type { Deployment } from '../deployment.ts';
import { PlatformStack } from './platform-stack.ts';

export interface ModuleRows {
  endpoints: readonly Endpoint[];
  workers: readonly Worker[];
  reserved: Reserved;
  /** The HTTP APIs that have its routes. */
  apis: readonly ApiName[];
}

/**
 * The endpoints and workers of one module, or of a part of a large one (`function-files.ts`): a stack with more than 350
 * resources is split, because CloudFormation allows 500.
 */
export class ModuleStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment, module: string, rows: ModuleRows) {
    const { endpoints, workers, reserved, apis } = rows;
    super(scope, deployment, module, `Platform Modules: the endpoints and workers of ${module}`);
    const logGroup = this.moduleLogGroup(module, rows.endpoints.length > 0 ? 'own' : 'none');
    // Also those of the ingest service: when a stage enables it, this stack is updated minutes before the public host,
    // which until then sends uploads to the function.
    for (const endpoint of endpoints) {
      new EndpointFunction(this, endpoint.operationId, {
        deployment,
        endpoint,
        apis,
        tableArn: this.tableArn,
        shared: this.shared,
        logGroup,
        reserved,
      });
    }
    for (const worker of workers) {
      new WorkerFunction(this, worker.name, {
        deployment,
        worker,
        tableArn: this.tableArn,
        shared: this.shared,
        logGroup,
      });
    }
  }
}
