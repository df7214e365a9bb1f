// Where this server's pages lie: at the root of a host, or below a path where a proxy shows them.

/** "" at the root, "/lab" below that path: the server writes it into the page. */
export const BASE: string =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name="base"]')?.content ?? '');

/** This server's whole address, for commands to copy. */
export function here(): string {
  return location.origin + BASE;
}

const EMBED = `${BASE}/embed`;

/** Whether a chart alone is shown, in a frame on somebody's page: the address began with /embed. */
export const EMBEDDED = typeof location !== 'undefined' && location.pathname.startsWith(`${EMBED}/`);

/** The page whose chart is shown has the rest of the address. */
if (EMBEDDED)
  history.replaceState(null, '', location.href.replace(`${location.origin}${EMBED}`, location.origin + BASE));

/** The address for a frame that shows the chart of a page alone. */
export function embedded(page: string): string {
  return page.replace(here(), `${location.origin}${EMBED}`);
}
