/** The environment variable with the alias of the key that encrypts data keys. */
export const keyAliasVariable = 'KMS_KEY_ALIAS';

/**
 * The generation of data keys for encryption. A deployment with the next number gives every tenant a new key at its
 * next encryption; older encrypted values name their generation and can still be decrypted.
 */
export const dataKeyGeneration = 1;

/** How long a function caches a data key, and thus how soon a withdrawn key is unused. */
export const dataKeyMaxAgeMs = 5 * 60_000;

/** Maximum number of cached data keys; the least recently used is removed. */
export const maxDataKeys = 500;
