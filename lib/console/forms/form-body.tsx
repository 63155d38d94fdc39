import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import './form-body.css';

interface FormBodyProps {
  isSaving: boolean;
  children: ReactNode;
}

/**
 * The fields of a form. They are disabled while it is saved: when the saved version is loaded, the form starts anew, and
 * input would be lost. Buttons that send the form belong outside, because a disabled button loses the focus.
 */
export function FormBody({ isSaving, children }: FormBodyProps) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const lastFocused = useRef<HTMLElement>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) lastFocused.current = target;
    };
    const element = fields.current;
    element?.addEventListener('focusin', remember);
    return () => element?.removeEventListener('focusin', remember);
  }, []);
  useLayoutEffect(() => {
    // The key Enter sends a form from a field, which loses the focus because it is disabled.
    if (!isSaving && document.activeElement === document.body) lastFocused.current?.focus();
  }, [isSaving]);
  return (
    <fieldset ref={fields} className="form-body" role="presentation" disabled={isSaving}>
      {children}
    </fieldset>
  );
}
