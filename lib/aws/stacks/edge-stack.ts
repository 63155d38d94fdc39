import { CfnDeletionPolicy, CfnOutput, Fn } from 'aws-cdk-lib';
import { CfnCertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import { WebAcl } from '../constructs/web-acl.ts';
import type { Deployment } from '../deployment.ts';
import { stackName } from '../names.ts';
import { edgeRegion } from '../stage/regions.ts';
import type { DomainOptions } from '../stage/stage-options.ts';
import { PlatformStack } from './platform-stack.ts';

const outputs = { webAcl: 'WebAclArn', certificate: 'CertificateArn' } as const;

const makesWebAcl = ({ webAcl, webAclArn }: Deployment): boolean => webAcl && webAclArn === undefined;
const makesCertificate = ({ domain }: Deployment): boolean =>
  domain !== undefined && domain.certificateArn === undefined;

/** Whether a deployment has an edge stack. */
export function needsEdge(deployment: Deployment): boolean {
  return makesWebAcl(deployment) || makesCertificate(deployment);
}

/** The web ACL of the public host: the team's own, the one of the stack in us-east-1, or none. */
export function webAclArnOf(deployment: Deployment): string | undefined {
  if (deployment.webAclArn !== undefined) return deployment.webAclArn;
  return makesWebAcl(deployment) ? edgeOutput(deployment, 'webAcl') : undefined;
}

/** The certificate of the domain: the team's own, or the one of the stack in us-east-1. */
export function certificateArnOf(deployment: Deployment, { certificateArn }: DomainOptions): string {
  return certificateArn ?? edgeOutput(deployment, 'certificate');
}

/**
 * Reads an output of another region. CloudFormation resolves it whenever it updates the reading stack, without the two
 * functions that CDK's `crossRegionReferences` deploys, which refuse every change of a value that is in use
 * (https://github.com/aws/aws-cdk/issues/30771).
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-getstackoutput.html
 */
function edgeOutput({ stage }: Deployment, what: keyof typeof outputs): string {
  return Fn.getStackOutput(stackName(stage, 'edge'), outputs[what], edgeRegion);
}

/** The public host's resources in us-east-1: its web ACL, and the certificate of its domain. */
export class EdgeStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment) {
    super(scope, deployment, 'edge', 'Platform Modules: web ACL and certificate of the public host', {
      region: edgeRegion,
    });
    if (makesWebAcl(deployment)) {
      const { arn } = new WebAcl(this, 'WebAcl', deployment);
      new CfnOutput(this, outputs.webAcl, { value: arn });
    }
    const { domain } = deployment;
    if (domain !== undefined && makesCertificate(deployment)) {
      const certificate = new CfnCertificate(this, 'Certificate', {
        domainName: domain.name,
        validationMethod: 'DNS',
        domainValidationOptions: [{ domainName: domain.name, hostedZoneId: domain.hostedZoneId }],
      });
      // The host uses the previous one until its own stack is updated, and ACM does not delete a certificate in use.
      certificate.cfnOptions.updateReplacePolicy = CfnDeletionPolicy.RETAIN;
      certificate.cfnOptions.deletionPolicy = CfnDeletionPolicy.DELETE;
      new CfnOutput(this, outputs.certificate, { value: certificate.ref });
    }
  }
}
