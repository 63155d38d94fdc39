/** Addresses of the pages of a type. */
const withType = (path: string, type: string): string => `${path}?${new URLSearchParams({ type })}`;

export const recordsPath = (type: string): string => withType('/records', type);
export const recordPath = (type: string, id: string): string => withType(`/records/${id}`, type);
export const editRecordPath = (type: string, id: string): string => withType(`/records/${id}/edit`, type);
export const newRecordPath = (type: string): string => withType('/records/new', type);
export const fieldsPath = (type: string): string => withType('/records/fields', type);
export const fieldPath = (type: string, key: string): string => withType(`/records/fields/${key}`, type);
export const newFieldPath = (type: string): string => withType('/records/fields/new', type);
