/** The names of custom fields in bodies and queries, beside the declared fields. */
export const customFieldNames = /^cf[_:]/;
