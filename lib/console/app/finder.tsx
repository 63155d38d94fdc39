import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { problemOf } from '../api/problems.ts';
import { paletteTexts } from '../texts/palette.ts';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useOnNewPage } from './use-on-new-page.ts';
import { useShortcuts } from './use-shortcuts.ts';

type OwnDialog = ComponentType<{ onClose: () => void }>;

/** Loaded after the page, or when they are first opened. */
const loaders = {
  palette: async (): Promise<OwnDialog> => (await import('../palette/palette.tsx')).Palette,
  shortcuts: async (): Promise<OwnDialog> =>
    (await import('../palette/shortcuts-dialog.tsx')).ShortcutsDialog,
};

const shortcut = /Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

/** The palette is loaded this long after the page, so that it takes the first characters that follow its shortcut. */
const idleMs = 1_000;

/** The button that opens the palette, and the shortcuts of every page. */
export function Finder() {
  const [opened, setOpened] = useState<{ Dialog: OwnDialog }>();
  useOnNewPage(() => setOpened(undefined));
  const toast = useToast();
  const open = useCallback(
    (which: keyof typeof loaders) => {
      loaders[which]().then(
        (Dialog) => setOpened({ Dialog }),
        (error: unknown) => toast(problemOf(error).title),
      );
    },
    [toast],
  );
  const onPalette = useCallback(() => open('palette'), [open]);
  const onSheet = useCallback(() => open('shortcuts'), [open]);
  useShortcuts({ onPalette, onSheet });
  useEffect(() => {
    // If this fails, opening the palette says why.
    const timer = setTimeout(() => void loaders.palette().catch(() => undefined), idleMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Button
        variant="quiet"
        icon="search"
        aria-label={paletteTexts.open}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onPalette}
      >
        <span className="finder-text" data-keys={shortcut}>
          {paletteTexts.open}
        </span>
      </Button>
      {opened && <opened.Dialog onClose={() => setOpened(undefined)} />}
    </>
  );
}
