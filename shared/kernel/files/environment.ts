/** The environment variable that names the bucket of files. */
export const filesBucketVariable = 'FILES_BUCKET';
