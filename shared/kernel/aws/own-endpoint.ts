/** Returns the DynamoDB endpoint of the function. The SDK resolves the same one, but only at its first call. */
export function ownEndpoint(): string {
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL: given } = process.env;
  // https://docs.aws.amazon.com/general/latest/gr/ddb.html
  return given || `https://dynamodb.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
