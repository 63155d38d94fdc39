/** The context of a deployment that has everything there is, as `npm run deploy` hands it to synth in the end. */
export const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/12345678-abcd';
export const webAclArn = 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/platform-modules-prod/1234';

export const everythingOn: Readonly<Record<string, string>> = {
  domain: 'api.example.com',
  hostedZoneId: 'Z123',
  edgeCertificateArn: certificateArn,
  edgeWebAclArn: webAclArn,
  fixedEgress: 'on',
  egressZones: '2',
  alarmEmail: 'ops@example.com',
};
