/** What the user has folded in the menu, kept in the browser: the whole menu to icons, or groups of it. */
import { useSyncExternalStore } from 'react';
import { kept } from '../api/kept.ts';
import { createStore } from '../api/store.ts';

const menuName = 'console.menu';
const groupsName = 'console.menu.groups';

/** Where the menu leaves too little room for tables, and where it is shown above the page. */
const narrow = window.matchMedia('(width <= 1180px)');
const phone = window.matchMedia('(width <= 860px)');

type Choice = 'folded' | 'open' | undefined;

const choices = ['folded', 'open'] as const;
const choice = createStore<Choice>(choices.find((one) => one === kept.get(menuName)));
const foldedGroups = createStore<readonly string[]>(kept.get(groupsName)?.split(',') ?? []);

function subscribeToWidth(listener: () => void): () => void {
  for (const query of [narrow, phone]) query.addEventListener('change', listener);
  return () => {
    for (const query of [narrow, phone]) query.removeEventListener('change', listener);
  };
}

/** Whether only the icons are shown: as the user has chosen, else in a narrow window. */
export function useMenuFold(): { isFolded: boolean; toggle: () => void } {
  const chosen = useSyncExternalStore(choice.subscribe, choice.get);
  const isNarrow = useSyncExternalStore(subscribeToWidth, () => narrow.matches);
  const isAbove = useSyncExternalStore(subscribeToWidth, () => phone.matches);
  const isFolded = !isAbove && (chosen === undefined ? isNarrow : chosen === 'folded');
  const toggle = () => {
    const next = isFolded ? 'open' : 'folded';
    kept.set(menuName, next);
    choice.set(next);
  };
  return { isFolded, toggle };
}

export function useFoldedGroups(): { folded: readonly string[]; toggle: (group: string) => void } {
  const folded = useSyncExternalStore(foldedGroups.subscribe, foldedGroups.get);
  const toggle = (group: string) => {
    const next = folded.includes(group) ? folded.filter((one) => one !== group) : [...folded, group];
    kept.set(groupsName, next.join(','));
    foldedGroups.set(next);
  };
  return { folded, toggle };
}
