/** Where a function's own calls of an AWS service go. */
export function ownEndpoint(service: 'dynamodb' | 'kms'): string {
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL: given } = process.env;
  // https://docs.aws.amazon.com/general/latest/gr/ddb.html
  return given || `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
