// A table that does not say what its columns mean, explained on its page.
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { fileOf } from './steps.mjs';

test('columns without a meaning are explained on the page, and the table is read', async ({
  page,
  base,
  forgive,
  out,
  stamp,
}) => {
  forgive(/status of 400/);
  const text = `size;time;<b>bandwidth ${stamp}</b>\n1;0,5;2,25\n2;0,75;3,5\n`;
  await page.goto(`${base}/uploads`);
  await page.getByLabel('Log files', { exact: true }).setInputFiles([fileOf('somebodys.csv', text)]);
  await page.getByRole('link', { name: 'Map its columns' }).click();
  await page.getByRole('heading', { name: 'Column mapping' }).waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('alert').getByText('still missing', { exact: false }).waitFor();
  await page.getByLabel('Meaning of size').selectOption('size');
  await page.getByLabel('Unit of size').selectOption('mebibytes');
  await page.getByLabel('Meaning of time').selectOption('time');
  await page.getByLabel('Unit of time').selectOption('milliseconds');
  await page.getByLabel(`Meaning of <b>bandwidth ${stamp}</b>`).selectOption('algbw');
  await page.getByLabel(`Unit of <b>bandwidth ${stamp}</b>`).selectOption('gigabytes_per_second');
  await page.getByLabel('Operation of all rows').selectOption('all_gather');
  await page.screenshot({ path: join(out, 'mapping.png') });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('2 measurements of All-Gather').waitFor();
  await page.getByRole('region', { name: 'Runs' }).getByText('1 MiB').first().waitFor();
  await page.getByRole('button', { name: 'Correct the mapping' }).waitFor();
});
