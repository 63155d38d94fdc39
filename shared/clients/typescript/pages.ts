/** A page of one of the platform's lists. */
interface Page<Item> {
  items: Item[];
  totalPages: number;
}

/**
 * Every item of a list, page by page: `for await (const record of allPages((page) => …))`. The function requests one
 * page, from 1. Writes in the meantime may move items between pages.
 */
export async function* allPages<Item>(
  ask: (page: number) => Promise<Page<Item>>,
): AsyncGenerator<Item, void> {
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { items, totalPages } = await ask(page);
    yield* items;
    last = totalPages;
  }
}
