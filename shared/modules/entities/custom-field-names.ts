/** Names under which custom fields stand beside the declared ones in bodies and queries. */
export const customFieldNames = /^cf[_:]/;
