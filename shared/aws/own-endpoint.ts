/** Where a function's own calls of an AWS service go, found as the SDK finds it. */
export function ownEndpoint(service: 'dynamodb' | 'kms'): string {
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL } = process.env;
  const given = process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] || AWS_ENDPOINT_URL;
  // https://docs.aws.amazon.com/general/latest/gr/ddb.html
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return given || `https://${service}.${region}.${suffix}`;
}
