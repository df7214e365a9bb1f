// Writes the types of the HTTP interface: of the committed document, or, given a server's address, of the one that it serves.
import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const folder = new URL('../src/api/', import.meta.url);
export const document = new URL('openapi.json', folder);
export const types = new URL('generated.ts', folder);

/** Returns the text that generated.ts is to have. */
export async function generated() {
  const tree = await openapiTS(readFileSync(document, 'utf8'));
  return `// Generated from openapi.json by npm run api; not to be edited.\n\n${astToString(tree)}`;
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  const server = argv[2];
  if (server) {
    const answer = await fetch(new URL('/api/docs', server));
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
    writeFileSync(document, `${JSON.stringify(await answer.json(), null, 2)}\n`);
  }
  writeFileSync(types, await generated());
}
