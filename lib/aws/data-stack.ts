import type { Construct } from 'constructs';
import type { Deployment } from './deployment.ts';
import { PlatformStack } from './platform-stack.ts';
import { PlatformTable } from './platform-table.ts';

/** What outlives every other stack: the data. */
export class DataStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment) {
    super(scope, deployment, 'data', 'Platform Modules: the table');
    new PlatformTable(this, 'Data', deployment);
  }
}
