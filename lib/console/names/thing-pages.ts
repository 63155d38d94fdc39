import { createContext } from 'react';
import type { Need } from '../session/session.ts';

/** The page of a thing, below the scope, and all that callers need for it. */
export interface ThingPage {
  path: string;
  needs: readonly Need[];
}

/** Finds the page of a thing; undefined for a kind without one. A context, because the list of pages imports all pages. */
export const PageOfThing = createContext<(kind: string, id: string) => ThingPage | undefined>(
  () => undefined,
);
