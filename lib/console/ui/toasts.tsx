import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

const Context = createContext<(text: string) => void>(() => undefined);

const shownMs = 5_000;

interface Toast {
  id: number;
  text: string;
}

/** Short confirmations in a corner, also said by screen readers. */
export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const show = useCallback((text: string) => {
    const id = performance.now();
    setToasts((shown) => [...shown, { id, text }]);
    window.setTimeout(() => setToasts((shown) => shown.filter((toast) => toast.id !== id)), shownMs);
  }, []);
  return (
    <Context value={show}>
      {children}
      <div className="toasts" role="status">
        {toasts.map(({ id, text }) => (
          <div className="toast" key={id}>
            {text}
          </div>
        ))}
      </div>
    </Context>
  );
}

export const useToast = () => useContext(Context);
