/** Path of the API explorer. */
export const explorerPath = '/docs/api';
