/** The functions of the ZEN expression language, as expressions. */

type Translate = (...args: readonly string[]) => string;

const quoted = JSON.stringify;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const units: Readonly<Record<string, string>> = {
  ...{ d: 'day', h: 'hour', m: 'minute', s: 'second', w: 'week', M: 'month', y: 'year' },
};

/** Dates of ZEN are seconds since 1970, or texts. */
const time = (value: string): string => `timestamp(${value})`;
const seconds = (of: string): string => `getSeconds(${of} - timestamp("1970-01-01"))`;
/** The name of a unit of ZEN; both are literals. */
export const zenUnit = (value: string): string => {
  const name: unknown = JSON.parse(value);
  return quoted(units[String(name)] ?? name);
};

/** The names of ZEN's types. */
const typeNames = {
  null: 'null',
  bool: 'bool',
  number: 'number',
  text: 'string',
  list: 'array',
  map: 'object',
};

export const zenFunctions: Readonly<Record<string, Translate>> = {
  len: (value) => `size(${value})`,
  isNumeric: (value) => `isNumber(${value})`,
  type: (value) => `${quoted(typeNames)}[type(${value})]`,
  // A list of ZEN has its positions as keys.
  keys: (of) => (of.startsWith('[') ? `range(0, size(${of}))` : `keys(${of})`),
  // Of lists, or of maps.
  merge: (of) => (/^\[(?:null, )*\[/.test(of) ? `flatten(${of})` : `merge(${of})`),
  date: (value) => seconds(time(value)),
  time: (value) => `getSeconds(${time(value)} - startOf(${time(value)}, "day"))`,
  duration: (value) => `getSeconds(duration(${value}))`,
  dateString: (value) => `(dateText(${time(value)}) + " " + timeText(${time(value)}))`,
  startOf: (value, of = '') => seconds(`startOf(${time(value)}, ${zenUnit(of)})`),
  endOf: (value, of = '') => seconds(`endOf(${time(value)}, ${zenUnit(of)})`),
  year: (value) => `getFullYear(${time(value)})`,
  monthOfYear: (value) => `(getMonth(${time(value)}) + 1)`,
  monthString: (value) => `${quoted(months)}[getMonth(${time(value)})]`,
  dayOfMonth: (value) => `getDate(${time(value)})`,
  dayOfWeek: (value) => `((getDayOfWeek(${time(value)}) + 6) % 7 + 1)`,
  dayOfYear: (value) => `(getDayOfYear(${time(value)}) + 1)`,
  weekOfYear: (value) => `weekOfYear(${time(value)})`,
  weekdayString: (value) => `${quoted(weekdays)}[getDayOfWeek(${time(value)})]`,
};

/** Functions with a name and a meaning in common. */
export const sameFunctions: ReadonlySet<string> = new Set(
  (
    'abs avg bool ceil contains endsWith extract floor lower matches max median min mode number round split ' +
    'startsWith string sum trim trunc upper values'
  ).split(' '),
);

/** Functions that apply an expression to each element of a list. */
export const zenClosures: Readonly<Record<string, (list: string, name: string, body: string) => string>> = {
  all: (list, name, body) => `${list}.all(${name}, ${body})`,
  some: (list, name, body) => `${list}.exists(${name}, ${body})`,
  one: (list, name, body) => `${list}.exists_one(${name}, ${body})`,
  none: (list, name, body) => `!${list}.exists(${name}, ${body})`,
  filter: (list, name, body) => `${list}.filter(${name}, ${body})`,
  map: (list, name, body) => `${list}.map(${name}, ${body})`,
  flatMap: (list, name, body) => `flatten(${list}.map(${name}, ${body}))`,
  count: (list, name, body) => `size(${list}.filter(${name}, ${body}))`,
};
