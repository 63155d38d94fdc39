/** The environment variable with the name of the event bus. */
export const busNameVariable = 'BUS_NAME';
