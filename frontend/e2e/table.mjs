// A table that does not say what its columns mean, explained on its page.
import { join } from 'node:path';
import { forgive } from './browser.mjs';

export async function explainTable(session, base, out, stamp) {
  await session('table', {}, async ({ page, faults }) => {
    const text = `size;time;<b>bandwidth ${stamp}</b>\n1;0,5;2,25\n2;0,75;3,5\n`;
    await page.goto(`${base}/uploads`);
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'somebodys.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }]);
    await page.getByRole('link', { name: 'Say what its columns mean' }).click();
    await page.getByRole('heading', { name: 'What the columns mean' }).waitFor();
    await page.getByRole('button', { name: 'Read it so' }).click();
    await page.getByRole('alert').getByText('still open', { exact: false }).waitFor();
    forgive(faults, /status of 400/);
    await page.getByLabel('Meaning of size').selectOption('size');
    await page.getByLabel('Unit of size').selectOption('mebibytes');
    await page.getByLabel('Meaning of time').selectOption('time');
    await page.getByLabel('Unit of time').selectOption('milliseconds');
    await page.getByLabel(`Meaning of <b>bandwidth ${stamp}</b>`).selectOption('algbw');
    await page.getByLabel(`Unit of <b>bandwidth ${stamp}</b>`).selectOption('gigabytes_per_second');
    await page.getByLabel('Operation of all rows').selectOption('all_gather');
    await page.screenshot({ path: join(out, 'mapping.png') });
    await page.getByRole('button', { name: 'Read it so' }).click();
    await page.getByText('2 measurements of All-Gather').waitFor();
    await page.getByRole('region', { name: 'Runs' }).getByText('1 MiB').first().waitFor();
    await page.getByRole('button', { name: 'Correct what the columns mean' }).waitFor();
  });
}
