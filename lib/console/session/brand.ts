/** Name and logo of the console, as its page names them: a stage may have its own. Read before a page sets its title. */
export const brand = {
  name: document.title,
  logo: document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '',
};
