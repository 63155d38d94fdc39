import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
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
  const hide = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id));
  }, []);
  const show = useCallback<ShowToast>(
    (text, action) => {
      const id = performance.now();
      setToasts((shown) => [...shown, { id, text, action }]);
      window.setTimeout(() => hide(id), action ? shownWithActionMs : shownMs);
    },
    [hide],
  );
  return (
    <Context value={show}>
      {children}
      <div className="toasts" role="status">
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
