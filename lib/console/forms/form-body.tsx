import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import './form-body.css';

interface FormBodyProps {
  isSaving: boolean;
  children: ReactNode;
}

/** Whether a field shows what the browser cannot read, such as "12-" as a number or a date without its year: its value is empty. */
const isUnreadable = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.validity.badInput;

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
    const refuse = (event: SubmitEvent) => {
      const unreadable = [...(fields.current?.elements ?? [])].find(isUnreadable);
      if (unreadable === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      unreadable.closest('details')?.setAttribute('open', '');
      unreadable.reportValidity();
    };
    const element = fields.current;
    const form = element?.form;
    element?.addEventListener('focusin', remember);
    form?.addEventListener('submit', refuse);
    return () => {
      element?.removeEventListener('focusin', remember);
      form?.removeEventListener('submit', refuse);
    };
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
