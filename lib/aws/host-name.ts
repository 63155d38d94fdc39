import type { CfnDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';

// CloudFront's own zone, the same for every distribution.
// https://docs.aws.amazon.com/Route53/latest/APIReference/API_AliasTarget.html
const cloudFrontZoneId = 'Z2FDTNDATAQYW2';

/** Settings of a distribution with its own host name. */
export function namedBy(
  name: string,
  certificateArn: string,
): Pick<CfnDistribution.DistributionConfigProperty, 'aliases' | 'viewerCertificate'> {
  return {
    aliases: [name],
    viewerCertificate: {
      acmCertificateArn: certificateArn,
      sslSupportMethod: 'sni-only',
      minimumProtocolVersion: 'TLSv1.2_2021',
    },
  };
}

/** The domain's DNS records, IPv4 and IPv6, which point to the distribution. */
export class HostName extends Construct {
  constructor(
    scope: Construct,
    id: string,
    props: { name: string; hostedZoneId: string; distributionDomainName: string },
  ) {
    super(scope, id);
    for (const type of ['A', 'AAAA']) {
      new CfnRecordSet(this, type, {
        hostedZoneId: props.hostedZoneId,
        name: props.name,
        type,
        aliasTarget: { dnsName: props.distributionDomainName, hostedZoneId: cloudFrontZoneId },
      });
    }
  }
}
