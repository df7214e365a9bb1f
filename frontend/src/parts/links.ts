// Pages in the order of the bar, with their tabs.

import { urls, type Page } from '../urls';

interface Link {
  text: string;
  href: string;
  pages: Page['name'][];
}

export interface Group extends Link {
  tabs?: Link[];
}

export const PUBLISHED: Group = {
  text: 'Published results',
  href: urls.figures(),
  pages: ['figures', 'figure', 'study'],
  tabs: [
    { text: 'Figures', href: urls.figures(), pages: ['figures'] },
    { text: 'Study', href: urls.study(), pages: ['study'] },
  ],
};

export const LINKS: Group[] = [
  { text: 'Home', href: urls.overview(), pages: ['overview'] },
  {
    text: 'Runs',
    href: urls.runs(),
    pages: ['runs', 'run', 'pairs', 'uploads', 'upload'],
    tabs: [
      { text: 'Runs', href: urls.runs(), pages: ['runs'] },
      { text: 'Files', href: urls.uploads(), pages: ['uploads'] },
    ],
  },
  {
    text: 'Explore',
    href: urls.explore(),
    pages: ['explore', 'scaling'],
    tabs: [
      { text: 'Curves', href: urls.explore(), pages: ['explore'] },
      { text: 'Scaling and forecast', href: urls.scaling(), pages: ['scaling'] },
    ],
  },
  { text: 'Compare', href: urls.compare(), pages: ['compare'] },
  { text: 'Regressions', href: urls.history(), pages: ['history'] },
];

const SETTINGS: Link[] = [
  { text: 'Hardware', href: urls.hardware(), pages: ['hardware'] },
  { text: 'Alerts', href: urls.alerts(), pages: ['alerts'] },
  { text: 'Audit log', href: urls.auditLog(), pages: ['audit'] },
  { text: 'Re-import', href: urls.rereading(), pages: ['rereading'] },
  { text: 'SQL', href: urls.sql(), pages: ['sql'] },
];

/** Pages of the settings menu. */
export const MORE_LINKS: { text: string; href: string }[] = [
  ...SETTINGS,
  { text: 'Hidden and deleted uploads', href: `${urls.uploads()}?hidden=true` },
];

/** The tabs above a page, if it is one of them. */
export function tabsOf(page: Page['name']): Link[] {
  const groups = [...[...LINKS, PUBLISHED].map(({ tabs }) => tabs ?? []), SETTINGS];
  return groups.find((tabs) => tabs.some(({ pages }) => pages.includes(page))) ?? [];
}
