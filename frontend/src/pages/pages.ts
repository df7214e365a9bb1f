// Each page is a file of its own, loaded when it is first opened.

import type { Component } from 'svelte';
import type { Page } from '../urls';

/** A loaded page, and the name or id of its subject, if any. */
export type Opened =
  { id: null; component: Component<Record<string, never>> } | { id: string; component: Component<{ id: string }> };

type Plain = Promise<{ default: Component<Record<string, never>> }>;
type Single = Promise<{ default: Component<{ id: string }> }>;

export function open(page: Page): Promise<Opened> {
  switch (page.name) {
    case 'overview':
      return plain(import('./overview/Overview.svelte'));
    case 'figures':
      return plain(import('./figures/Figures.svelte'));
    case 'figure':
      return single(import('./figures/FigurePage.svelte'), page);
    case 'explore':
      return plain(import('./explore/Explore.svelte'));
    case 'runs':
      return plain(import('./runs/Runs.svelte'));
    case 'run':
      return single(import('./runs/RunPage.svelte'), page);
    case 'uploads':
      return plain(import('./uploads/Uploads.svelte'));
    case 'upload':
      return single(import('./uploads/UploadPage.svelte'), page);
    case 'rereading':
      return plain(import('./uploads/Reimports.svelte'));
    case 'hardware':
      return plain(import('./hardware/Hardware.svelte'));
    case 'audit':
      return plain(import('./uploads/AuditLog.svelte'));
    case 'alerts':
      return plain(import('./uploads/Alerts.svelte'));
    case 'live':
      return single(import('./live/LivePage.svelte'), page);
    case 'rows':
      return plain(import('./rows/Rows.svelte'));
    case 'pairs':
      return plain(import('./pairs/Pairs.svelte'));
    case 'compare':
      return plain(import('./compare/Compare.svelte'));
    case 'scaling':
      return plain(import('./scaling/Scaling.svelte'));
    case 'history':
      return plain(import('./history/History.svelte'));
    case 'sql':
      return plain(import('./sql/Sql.svelte'));
    case 'study':
      return plain(import('./study/Study.svelte'));
    case 'missing':
      return plain(import('./missing/Missing.svelte'));
  }
}

async function plain(file: Plain): Promise<Opened> {
  return { id: null, component: (await file).default };
}

async function single(file: Single, { id }: Page): Promise<Opened> {
  return { id: id ?? '', component: (await file).default };
}
