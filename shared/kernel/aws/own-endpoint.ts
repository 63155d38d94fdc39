/** Where a function's own calls of DynamoDB go: the SDK resolves the same, but only with the first call. */
export function ownEndpoint(): string {
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL: given } = process.env;
  // https://docs.aws.amazon.com/general/latest/gr/ddb.html
  return given || `https://dynamodb.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
