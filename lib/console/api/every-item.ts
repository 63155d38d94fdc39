import { allPages } from '../../../shared/clients/typescript/index.ts';

/** Every item of a list, for fields that choose one. The function requests one page. */
export async function everyItem<Item>(
  ask: (page: number) => Promise<{ items: Item[]; totalPages: number }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of allPages(ask)) items.push(item);
  return items;
}
