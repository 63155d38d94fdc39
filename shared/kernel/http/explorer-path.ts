/** Where the explorer is on the service's host. */
export const explorerPath = '/docs/api';
