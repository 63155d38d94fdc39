/** Version of the deployed code; a test keeps it equal to package.json, which bundles must not carry along. */
export const version = '0.1.0';
