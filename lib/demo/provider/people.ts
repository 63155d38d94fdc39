/** The people of the local identity provider, and what it says about them. */

export interface DemoPerson {
  id: string;
  name: string;
  email: string;
  isVerified: boolean;
  groups: readonly string[];
}

export const demoPeople: readonly DemoPerson[] = [
  { id: 'grace', name: 'Grace Hopper', email: 'grace@acme.example', isVerified: true, groups: ['support'] },
  { id: 'mallory', name: 'Mallory', email: 'mallory@acme.example', isVerified: false, groups: [] },
];

const known = new Map(demoPeople.map((person) => [person.id, person]));

/** The person with this id. Tests sign in others by their address. */
function personOf(id: string): DemoPerson {
  const [name = id] = id.split('@', 1);
  return known.get(id) ?? { id, name, email: id, isVerified: true, groups: [] };
}

/** The claims of OpenID Connect about a person. */
export function claimsOf(id: string) {
  const { name, email, isVerified, groups } = personOf(id);
  return { sub: id, name, email, email_verified: isVerified, groups: [...groups] };
}
