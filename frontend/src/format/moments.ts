// Dates: short in tables, in full on hover.

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const MINUTE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** `14 Oct 2025, 09:30` in the local time zone; anything but a date is returned unchanged. */
export function moment(iso: string | null): string {
  return written(iso, MINUTE);
}

const THIS_YEAR = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** `14 Oct, 09:30` within this year, else `14 Oct 2025`: for tables of many columns. */
export function shortMoment(iso: string | null): string {
  const date = new Date(iso ?? '');
  return written(iso, date.getFullYear() === new Date().getFullYear() ? THIS_YEAR : DAY);
}

/** `14 Oct 2025`. */
export function day(iso: string | null): string {
  return written(iso, DAY);
}

function written(iso: string | null, format: Intl.DateTimeFormat): string {
  if (!iso) return '–';
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : format.format(date);
}
