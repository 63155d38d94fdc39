/** The list of the console's pages. Loaded by its address: the compiler reads tests without JSX, and the list names pages. */
interface Place {
  at: string;
  of?: { path: string };
  pages: readonly { path: string }[];
}

interface Places {
  places: readonly Place[];
  placedPages: readonly { path: string }[];
}

const address = new URL('../../lib/console/app/resources.ts', import.meta.url).href;
const loaded: Places = await import(address);

export const { places, placedPages } = loaded;
