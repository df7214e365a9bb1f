// Path of this server's pages: the root of a host, or a path below which a proxy serves them.

/** "" at the root, "/lab" below that path: the server writes it into the page. */
export const BASE: string =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name="base"]')?.content ?? '');

/** This server's full address, for commands to copy. */
export function here(): string {
  return location.origin + BASE;
}

const EMBED = `${BASE}/embed`;

/** Whether only a chart is shown, in a frame of another page: its address begins with /embed. */
export const EMBEDDED = typeof location !== 'undefined' && location.pathname.startsWith(`${EMBED}/`);

/** The rest of the address names the page of the chart. */
if (EMBEDDED)
  history.replaceState(null, '', location.href.replace(`${location.origin}${EMBED}`, location.origin + BASE));

/** The address of a frame that shows only the chart of a page. */
export function embedded(page: string): string {
  return page.replace(here(), `${location.origin}${EMBED}`);
}
