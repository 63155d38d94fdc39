import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { Button } from './button.tsx';

interface ToastAction {
  label: string;
  onAct: () => void;
}

type ShowToast = (text: string, action?: ToastAction) => void;

const Context = createContext<ShowToast>(() => undefined);

const shownMs = 5_000;
/** Messages with undo are shown for longer. */
const shownWithActionMs = 12_000;

interface Toast {
  id: number;
  text: string;
  action: ToastAction | undefined;
}

/** Short confirmations in a corner, also announced by screen readers. */
export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const place = useRef<HTMLDivElement>(null);
  const hide = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id));
  }, []);
  const show = useCallback<ShowToast>(
    (text, action) => {
      const id = performance.now();
      setToasts((shown) => [...shown, { id, text, action }]);
      const hideLater = () => {
        // Who points at one, or has come to it by the keyboard, is reading it or about to use it.
        const end = () => (place.current?.matches(':hover, :focus-within') ? hideLater() : hide(id));
        window.setTimeout(end, action ? shownWithActionMs : shownMs);
      };
      hideLater();
    },
    [hide],
  );
  return (
    <Context value={show}>
      {children}
      <div ref={place} className="toasts" role="status">
        {toasts.map(({ id, text, action }) => (
          <div className="toast" key={id}>
            {text}
            {action && (
              <Button
                variant="quiet"
                onClick={() => {
                  hide(id);
                  action.onAct();
                }}
              >
                {action.label}
              </Button>
            )}
          </div>
        ))}
      </div>
    </Context>
  );
}

export const useToast = () => useContext(Context);

/** Returns the end of a successful dialog: it confirms with a toast, and closes. */
export function useCloseWithToast(text: string, onClose: () => void): () => void {
  const toast = useToast();
  return () => {
    toast(text);
    onClose();
  };
}
