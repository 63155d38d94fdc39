/** Every module of the endpoint table by its folder's name: how the documentation titles and introduces it. */
export const modules = {
  rules: {
    title: 'Business rules',
    description:
      'Rules made of a condition and of actions for when it holds and when it fails. Rules belong to an ' +
      'organization; their `ruleId` is unique in the whole tenant.',
  },
  docs: {
    title: 'Documentation',
    description: 'This description as OpenAPI document, as Markdown and as interactive explorer.',
  },
  health: { title: 'Health', description: 'Whether the service is up, for probes and load balancers.' },
} as const satisfies Record<string, { title: string; description: string }>;

export type ModuleName = keyof typeof modules;
