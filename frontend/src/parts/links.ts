// The pages that one goes to, in the order of the bar above all of them.

import { urls, type Page } from '../urls';

export const LINKS: { text: string; href: string; pages: Page['name'][] }[] = [
  { text: 'Overview', href: urls.overview(), pages: ['overview'] },
  { text: 'Explore', href: urls.explore(), pages: ['explore'] },
  { text: 'Figures', href: urls.figures(), pages: ['figures', 'figure'] },
  { text: 'Runs', href: urls.runs(), pages: ['runs', 'run', 'pairs'] },
  { text: 'Compare', href: urls.compare(), pages: ['compare'] },
  { text: 'Scaling', href: urls.scaling(), pages: ['scaling'] },
  { text: 'History', href: urls.history(), pages: ['history'] },
  { text: 'Study', href: urls.study(), pages: ['study'] },
  { text: 'Uploads', href: urls.uploads(), pages: ['uploads', 'upload', 'rereading', 'deeds', 'alerts', 'hardware'] },
];

/** Pages that others lead to, for anyone who looks for one. */
export const MORE_LINKS: { text: string; href: string }[] = [
  { text: 'Hidden and deleted uploads', href: `${urls.uploads()}?hidden=true` },
  { text: 'Re-reading', href: urls.rereading() },
  { text: 'Who did what', href: urls.deeds() },
  { text: 'Alerts', href: urls.alerts() },
  { text: 'Hardware', href: urls.hardware() },
];
