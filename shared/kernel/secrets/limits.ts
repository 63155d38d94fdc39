/** The environment variable with the alias of the key under which data keys are encrypted. */
export const keyAliasVariable = 'KMS_KEY_ALIAS';

/**
 * Which of its data keys a tenant seals with. A deployment with the next number gives every tenant a new one when it
 * seals next; what was sealed with an older one names it, and still opens.
 */
export const dataKeyGeneration = 1;

/** How long a function keeps a data key in memory: a key taken from a tenant is out of use that soon. */
export const dataKeyMaxAgeMs = 5 * 60_000;

/** Most data keys that a function keeps; the one unused for longest makes room. */
export const maxDataKeys = 500;
