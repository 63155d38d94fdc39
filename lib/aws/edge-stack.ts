import { CfnOutput } from 'aws-cdk-lib';
import { CfnCertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Deployment } from './deployment.ts';
import { PlatformStack } from './platform-stack.ts';
import { WebAcl } from './web-acl.ts';

/** Where CloudFront looks for certificates and web ACLs, wherever everything else is. */
export const edgeRegion = 'us-east-1';
/** Its outputs, as the deployment hands them on to the public host's stack: by contexts of these names. */
export const edgeOutputs = { webAcl: 'edgeWebAclArn', certificate: 'edgeCertificateArn' } as const;

/** Whether a deployment has one. */
export function needsEdge({ makesWebAcl, domain }: Deployment): boolean {
  return makesWebAcl || domain?.makesCertificate === true;
}

/** What the public host needs in us-east-1: its web ACL, and the certificate of its domain. */
export class EdgeStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment) {
    super(
      scope,
      deployment,
      'edge',
      'Platform Modules: web ACL and certificate of the public host',
      edgeRegion,
    );
    if (deployment.makesWebAcl) {
      const { arn } = new WebAcl(this, 'WebAcl', deployment);
      new CfnOutput(this, edgeOutputs.webAcl, { value: arn });
    }
    const { domain } = deployment;
    if (domain?.makesCertificate) {
      const certificate = new CfnCertificate(this, 'Certificate', {
        domainName: domain.name,
        validationMethod: 'DNS',
        domainValidationOptions: [{ domainName: domain.name, hostedZoneId: domain.hostedZoneId }],
      });
      new CfnOutput(this, edgeOutputs.certificate, { value: certificate.ref });
    }
  }
}
