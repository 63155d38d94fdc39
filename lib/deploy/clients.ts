/** The AWS clients of a deployment, one per service and region, with the caller's credentials. */
import { ACMClient } from '@aws-sdk/client-acm';
import { CloudFormationClient, type CloudFormationClientConfig } from '@aws-sdk/client-cloudformation';
import { IAMClient } from '@aws-sdk/client-iam';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { Route53Client } from '@aws-sdk/client-route-53';
import { S3Client } from '@aws-sdk/client-s3';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import { edgeRegion } from '../aws/stage/regions.ts';

export interface AwsClients {
  acm: ACMClient;
  cloudFormation(region: string): CloudFormationClient;
  iam: IAMClient;
  lambda(region: string): LambdaClient;
  route53: Route53Client;
  s3(region: string): S3Client;
  ssm(region: string): SSMClient;
  sts(region: string): STSClient;
}

type ClientOptions = Pick<CloudFormationClientConfig, 'credentials' | 'profile'>;

// CloudFormation's control plane throttles at a few calls per second.
const maxAttempts = 10;

/** Creates the clients; each connects at its first call. */
export function connectClients(options: ClientOptions): AwsClients {
  const config = { ...options, maxAttempts };
  const byRegion = <Client>(make: (region: string) => Client) => {
    const clients = new Map<string, Client>();
    return (region: string): Client => {
      const client = clients.get(region) ?? make(region);
      clients.set(region, client);
      return client;
    };
  };
  return {
    acm: new ACMClient({ ...config, region: edgeRegion }),
    cloudFormation: byRegion((region) => new CloudFormationClient({ ...config, region })),
    iam: new IAMClient({ ...config, region: edgeRegion }),
    lambda: byRegion((region) => new LambdaClient({ ...config, region })),
    route53: new Route53Client({ ...config, region: edgeRegion }),
    s3: byRegion((region) => new S3Client({ ...config, region })),
    ssm: byRegion((region) => new SSMClient({ ...config, region })),
    sts: byRegion((region) => new STSClient({ ...config, region })),
  };
}
