/** Texts about things and persons by their names. */
export const nameTexts = {
  search: {
    matches: 'Matches',
    none: 'No person and no thing has this name, address or id.',
    failed: 'The search failed. Type again, or paste an id.',
  },
  field: {
    hint: 'First letters of its name, or its id',
    change: 'Choose another',
    changeOf: (label: string) => `${label}: choose another`,
  },
  actors: { user: 'User', api_key: 'API key', system: 'The platform', provider: 'A provider' },
  /** A part of the platform, or a provider. */
  part: (actor: string, name: string) => `${actor} (${name})`,
} as const;
