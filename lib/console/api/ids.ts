/** The ids of the API. */

/** The pattern of an id in lower case, as a part of other patterns. */
export const idPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const whole = new RegExp(`^${idPattern}$`, 'i');

/** Whether the text is an id, in any case. */
export const isId = (text: string): boolean => whole.test(text);
