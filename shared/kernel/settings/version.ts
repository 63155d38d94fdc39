/** Version of the deployed code; a test keeps it equal to package.json, which bundles do not contain. */
export const version = '0.2.0';
