import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { FilesBucket } from '../constructs/files-bucket.ts';
import { OriginSecrets } from '../constructs/origin-secrets.ts';
import { PlatformTable } from '../constructs/platform-table.ts';
import { SecretsKey } from '../constructs/secrets-key.ts';
import type { Deployment } from '../deployment.ts';
import { streamArnExportName, streamArnOutput } from '../names.ts';
import { PlatformStack } from './platform-stack.ts';

/** Resources that outlive every other stack: the data, the encryption key, and the secrets that stacks share. */
export class DataStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment) {
    super(scope, deployment, 'data', 'Platform Modules: the table, the files, the key and the secrets');
    const table = new PlatformTable(this, 'Data', deployment);
    new FilesBucket(this, 'Files', deployment);
    new SecretsKey(this, 'SecretsKey', deployment);
    new OriginSecrets(this, 'OriginSecrets', deployment);
    new CfnOutput(this, streamArnOutput, {
      value: table.streamArn,
      exportName: streamArnExportName(deployment.stage),
    });
  }
}
