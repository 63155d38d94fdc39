/** The labels of a form's fields by their names, so that its summary of errors says the words that users see. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

type Labels = Map<string, string>;

const Context = createContext<Labels | undefined>(undefined);

export function FieldLabels({ children }: { children: ReactNode }) {
  const [labels] = useState<Labels>(() => new Map());
  return <Context value={labels}>{children}</Context>;
}

/** Registers the label of a field while it is shown. */
export function useLabelOf(name: string | undefined, label: string): void {
  const labels = useContext(Context);
  useEffect(() => {
    if (labels === undefined || name === undefined) return;
    labels.set(name, label);
    return () => void labels.delete(name);
  }, [labels, name, label]);
}

/** Returns the label of the field that the API names, such as `rules[0].value`; undefined without such a field. */
export function useFieldLabels(): (field: string) => string | undefined {
  const labels = useContext(Context);
  return (field) => labels?.get(field) ?? labels?.get(field.split(/[.[]/, 1)[0] ?? field);
}
