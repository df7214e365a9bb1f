// A read-only server: its pages show everything and offer no change. The test of the server has put the data there.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { assertAccessible } from './access.mjs';
import { test } from './fixtures.mjs';

const listed = async (page, path) => (await (await page.request.get(`/api/v1/${path}`)).json()).items;
const button = (page, name) => page.getByRole('button', { name }).filter({ visible: true });

/** Opens a page and waits for a text of it; `asked` does what makes the page offer more. */
async function opened(page, { path, text, asked }) {
  await Promise.all([page.waitForResponse('**/api/v1/session'), page.goto(path)]);
  await page.getByText(text).first().waitFor();
  await asked?.();
}

test('no page offers what would be refused', async ({ page, out }) => {
  const shown = await listed(page, 'uploads');
  const [run] = await listed(page, 'runs');
  const [hidden] = await listed(page, 'uploads?hidden=true');
  const mapped = shown.find(({ state }) => state === 'needs_mapping');
  const pages = [
    { path: '/', text: 'Latest uploads', changes: ['Choose files', 'Paste text'] },
    { path: '/uploads', text: 'Earlier uploads', changes: ['Choose files', 'Choose a folder'] },
    { path: `/uploads/${run.upload}`, text: 'Raw log', changes: ['Edit'] },
    { path: `/uploads/${mapped.id}`, text: 'Raw log', changes: ['Import'] },
    { path: `/uploads/${hidden.id}`, text: 'Its runs do not appear in lists', changes: ['Edit', 'Show again'] },
    {
      path: `/runs/${run.id}`,
      text: 'Environment',
      changes: ['Tags, note, baseline', 'Remove the tag golden'],
    },
    {
      path: '/runs',
      text: 'GH200',
      asked: () => page.locator('tbody input[type=checkbox]').first().check(),
      changes: ['Delete 1 upload'],
    },
    { path: '/settings/hardware', text: 'Findings compare measurements with these limits', changes: ['Add profile'] },
  ];
  const session = await (await page.request.get('/api/v1/session')).json();
  for (const each of pages) {
    await opened(page, each);
    for (const name of each.changes) assert.equal(await button(page, name).count(), 0, `${each.path} offers ${name}`);
    await assertAccessible(page, `${each.path} of a read-only server`);
    await page.screenshot({ path: join(out, `readonly${each.path.replaceAll('/', '-')}.png`) });
  }
  // That these are the names: with a server that takes changes the same pages offer them.
  await page.route('**/api/v1/session', (route) => route.fulfill({ json: { ...session, readOnly: false } }));
  for (const each of pages) {
    await opened(page, each);
    for (const name of each.changes) await button(page, name).first().waitFor();
  }
});
