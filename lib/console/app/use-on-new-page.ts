import { useState } from 'react';
import { useLocation } from 'react-router';

/** Closes what the frame of the pages has opened, such as a dialog, when another page comes, also by the way back. */
export function useOnNewPage(close: () => void): void {
  const { pathname } = useLocation();
  const [shown, setShown] = useState(pathname);
  if (pathname === shown) return;
  setShown(pathname);
  close();
}
