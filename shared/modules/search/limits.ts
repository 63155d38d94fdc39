/** Limits of what one request reads and returns. */
export const searchLimits = {
  /** The first characters find names; fewer would match nearly everything. */
  minCharacters: 3,
  maxCharacters: 200,
  /** Things of a response. */
  items: 20,
  /** Read units of a search. Authentication and the selection of a scope need up to two more. */
  readUnits: 8,
  /** Things that one request names. */
  things: 50,
  thingCharacters: 400,
  /** Organizations in which a thing is searched that names none. */
  organizationsOfThing: 4,
} as const;
