/** One step of the iterative writer: text to emit, or a value still to be written. */
type Step = { text: string } | { value: unknown };

function stepsOf(value: object): Step[] {
  const isArray = Array.isArray(value);
  const entries = isArray
    ? value.entries()
    : Object.entries(value).filter(([, child]) => child !== undefined);
  const steps: Step[] = [{ text: isArray ? '[' : '{' }];
  let first = true;
  for (const [key, child] of entries) {
    const separator = first ? '' : ',';
    steps.push({ text: isArray ? separator : `${separator}${JSON.stringify(key)}:` }, { value: child });
    first = false;
  }
  steps.push({ text: isArray ? ']' : '}' });
  return steps;
}

function writeIteratively(root: unknown): string {
  const parts: string[] = [];
  const stack: Step[] = [{ value: root }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if ('text' in step) parts.push(step.text);
    else if (typeof step.value === 'object' && step.value !== null)
      stack.push(...stepsOf(step.value).reverse());
    else parts.push(JSON.stringify(step.value) ?? 'null');
  }
  return parts.join('');
}

/**
 * JSON text of plain data of any depth. `JSON.stringify` recurses and overflows the stack at a few thousand
 * levels, which a nested condition may well have, while `JSON.parse` takes any depth.
 */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return writeIteratively(value);
  }
}
