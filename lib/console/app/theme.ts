/** Light or dark colours: those of the system by default. */
import { kept } from '../api/kept.ts';

export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

const name = 'console.theme';

export function loadTheme(): Theme {
  const stored = kept.get(name);
  return themes.find((theme) => theme === stored) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  kept.set(name, theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
