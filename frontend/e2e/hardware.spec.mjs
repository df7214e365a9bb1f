// Hardware that nobody knows: described on its page, judged by at once, removed and put back.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { assertAccessible } from './access.mjs';
import { PHONE, test } from './fixtures.mjs';
import { ncclLog } from './logs.mjs';

test('hardware that nobody knows is described, judged by, removed and put back', async ({
  page,
  base,
  send,
  forgive,
  out,
  stamp,
}) => {
  forgive(/status of 400.*hardware/);
  const gpu = `NVIDIA Odd ${stamp}`;
  const log = ncclLog(`odd-${stamp}`).replaceAll('NVIDIA H100 80GB HBM3', gpu);
  const { id } = await send(`odd-${stamp}.log`, log);

  await page.goto(`${base}/uploads/${id}`);
  const findings = page.getByRole('region', { name: 'Findings' });
  await findings.getByRole('listitem').first().waitFor();
  const more = findings.getByRole('button', { name: /more/ });
  if (await more.count()) await more.click();
  await findings.getByText(`no hardware profile has ${gpu}`).first().waitFor();
  await findings.getByRole('link', { name: 'Add its profile' }).click();

  await page.getByRole('heading', { level: 1, name: 'Hardware' }).waitFor();
  await page.getByText(`Values from the results of ${gpu} are filled in`).waitFor();
  const field = (name) => page.getByLabel(name, { exact: true });
  assert.equal(await field('GPU names in logs, comma-separated').inputValue(), gpu);
  assert.equal(await field('GPUs that share NVLink').inputValue(), '8');
  await field('NVLink per GPU (PCIe if it has none)').fill('fast');
  await field('PCIe between GPU and host').fill('64');
  await field('GPU memory').fill('3350');
  await field('Source of these values').fill('a test');
  await page.getByRole('button', { name: 'Add a value' }).click();
  await field('Nodes of value 1').fill('1');
  await field('Bytes of value 1').fill(String(2 ** 27));
  await field('Bus bandwidth, GB/s of value 1').fill('840');
  await page.getByRole('button', { name: 'Add profile' }).click();
  await page
    .getByRole('alert')
    .getByText(/nvlink.*'fast'/)
    .waitFor();
  await assertAccessible(page, 'the form of a hardware profile that was refused');
  await page.screenshot({ path: join(out, 'hardware-form.png'), fullPage: true });

  await field('NVLink per GPU (PCIe if it has none)').fill('450');
  await page.getByRole('button', { name: 'Add profile' }).click();
  const own = page.getByRole('region', { name: 'Profiles of this server' });
  await own.getByRole('row', { name: new RegExp(gpu) }).waitFor();
  assert.ok((await own.getByRole('row', { name: new RegExp(gpu) }).textContent()).includes('1 value'));

  await own.getByRole('button', { name: `Remove ${gpu}` }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await own.getByRole('row', { name: new RegExp(gpu) }).waitFor();

  await page.goto(`${base}/uploads/${id}`);
  await findings.getByRole('listitem').first().waitFor();
  if (await more.count()) await more.click();
  await findings.getByText(/450 GB\/s that NVLink/).waitFor();
  assert.equal(await findings.getByText('no hardware profile has').count(), 0);

  await page.goto(`${base}/uploads/hardware`);
  await own.getByRole('row', { name: new RegExp(gpu) }).waitFor();
  const file = await (await page.request.get(`${base}/api/v1/hardware.yaml`)).text();
  await page.getByRole('button', { name: 'File', exact: true }).click();
  await page.getByLabel('A file of hardware profiles').setInputFiles({
    name: 'hardware.yaml',
    mimeType: 'text/yaml',
    buffer: Buffer.from(file.replaceAll(gpu, `Other ${stamp}`).replaceAll('id: ', 'id: other-')),
  });
  await page.waitForFunction(() => document.querySelector('textarea').value.includes('id: other-'));
  await page.getByRole('button', { name: 'Add profile' }).click();
  await own.getByRole('row', { name: new RegExp(`Other ${stamp}`) }).waitFor();
  await page.getByText(/profiles from gpucomm/).click();
  await page.getByRole('row', { name: /NVIDIA DGX H100/ }).waitFor();
  await assertAccessible(page, '/uploads/hardware');
  for (const [look, width] of Object.entries({ light: 1440, dark: 1440, phone: PHONE.viewport.width })) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' });
    await page.screenshot({ path: join(out, `hardware-own-${look}.png`), fullPage: true });
  }
  for (const name of [gpu, `Other ${stamp}`]) {
    await own.getByRole('button', { name: `Remove ${name}` }).click();
    await own.getByRole('row', { name: new RegExp(name) }).waitFor({ state: 'detached' });
  }
});
