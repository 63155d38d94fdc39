/** Limits of stories. */
export const storyLimits = {
  /** Nodes of a response; each is one item to read, and some have more. */
  nodes: 500,
} as const;
