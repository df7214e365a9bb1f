// Where this server's pages lie: at the root of a host, or below a path where a proxy shows them.

/** "" at the root, "/lab" below that path: the server writes it into the page. */
export const BASE: string =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name="base"]')?.content ?? '');

/** This server's whole address, for commands to copy. */
export function here(): string {
  return location.origin + BASE;
}
