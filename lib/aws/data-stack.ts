import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Deployment } from './deployment.ts';
import { FilesBucket } from './files-bucket.ts';
import { streamArnExportName } from './names.ts';
import { OriginSecrets } from './origin-secrets.ts';
import { PlatformStack } from './platform-stack.ts';
import { PlatformTable } from './platform-table.ts';
import { SecretsKey } from './secrets-key.ts';

/** What outlives every other stack: the data, the key of what is secret in it, and the secrets that stacks share. */
export class DataStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment) {
    super(scope, deployment, 'data', 'Platform Modules: the table, the files, the key and the secrets');
    const table = new PlatformTable(this, 'Data', deployment);
    new FilesBucket(this, 'Files', deployment);
    new SecretsKey(this, 'SecretsKey', deployment);
    new OriginSecrets(this, 'OriginSecrets', deployment);
    new CfnOutput(this, 'StreamArn', {
      value: table.streamArn,
      exportName: streamArnExportName(deployment.stage),
    });
  }
}
